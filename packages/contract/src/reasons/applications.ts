import { reason } from './reason.ts';

/** Reasons why a call about an application, its owners or Licet's appearance is refused. */
export const applicationReasons = {
  not_found: {
    user_not_owner: reason(
      { user: 'name', application: 'name' },
      ({ user, application }) => `${user} is not an owner of ${application}.`,
    ),
    picture_unknown: reason({}, () => 'There is no such picture, or it was replaced.'),
  },
  invalid_request: {
    role_and_permission: reason({}, () => 'Ask for a role or for a permission, not for both.'),
    series_ends_before_it_starts: reason(
      { from: 'name', to: 'name' },
      ({ from, to }) => `There is no day from ${from} to ${to}.`,
    ),
    series_too_long: reason(
      { from: 'name', to: 'name', most: 'count', by: ['day', 'week'] },
      ({ from, to, most, by }, say) =>
        `From ${from} to ${to} there are more than ${say.count(most)} ${by}s. ${by === 'day' ? 'Choose a shorter period, or ask by week.' : 'Choose a shorter period.'}`,
    ),
  },
  too_large: {
    roles_too_many: reason(
      {},
      () =>
        'Too many roles of this application include others to work this out. Sort lists of roles by name, and delete roles that nobody needs.',
    ),
  },
  field: {
    accent_missing: reason({}, () => 'Choose the colour for light grounds first.'),
    picture_too_wide: reason(
      { width: 'count', height: 'count', most: 'count' },
      ({ width, height, most }, say) =>
        `The picture has ${say.count(width)} × ${say.count(height)} pixels. At most ${say.count(most)} on a side are taken.`,
    ),
    picture_type: reason({}, () => 'That is neither a PNG nor a WebP picture. An SVG can run scripts: save it as PNG.'),
    picture_broken: reason({}, () => 'The picture is broken: it cannot be read to its end. Save it as PNG again.'),
    picture_moves: reason({}, () => 'The picture moves. Save one that stands still.'),
    picture_not_square: reason({}, () => 'The sign of the tab must be square: as wide as it is high.'),
  },
} as const;
