import { type Appearance, type FieldError, type Picture, pictureUses } from '@licet/contract';
import { PictureFault, readPicture } from '../../appearance/read-picture.ts';
import { fault, refuse, refuseFault } from '../../refusal.ts';
import {
  findAppearance,
  findPicture,
  findShownAppearance,
  type ShownAppearance,
  type StoredPicture,
  setAppearance,
} from '../../store/appearance/appearance.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { refuseFields, requireVersion } from '../require.ts';
import { changing, reading } from '../use-case.ts';

export const get = reading('appearance.get', ({ snapshot }) => findAppearance(snapshot.connection));

export const update = changing('appearance.update', async ({ change, body, ifMatch }) => {
  const before = await findAppearance(change.connection);
  requireVersion(before, ifMatch);
  const accent = body.accent === undefined ? before.accent : body.accent;
  if (accent === null && body.accentDark)
    refuseFault('invalid_request', fault({ pointer: '/accentDark' }, 'accent_missing', {}));
  // Without an accent there is no accent for dark backgrounds.
  const accentDark = accent === null ? null : body.accentDark === undefined ? before.accentDark : body.accentDark;
  await setAppearance(change, { accent, accentDark }, picturesOf(body, before));
  const after = await findAppearance(change.connection);
  change.record({
    action: 'appearance.changed',
    target: { kind: 'settings', id: 'appearance', name: (await organisationName(change.connection)) || 'Licet' },
    before: appearanceRecord(before),
    after: appearanceRecord(after),
  });
  return after;
});

type Use = (typeof pictureUses)[number];
type Sent = { readonly [U in Use]?: string | null | undefined };

/**
 * Returns the pictures to store. An omitted picture keeps the stored one (by its hash), and null removes it.
 * @throws Refusal `invalid_request`
 */
function picturesOf(body: Sent, before: Appearance): { [U in Use]: StoredPicture | string | null } {
  const faults: FieldError[] = [];
  const read = (use: Use) => {
    const sent = body[use];
    if (sent === undefined) return before[use] && hashOf(before[use]);
    if (sent === null) return null;
    try {
      const picture = readPicture(Buffer.from(sent, 'base64'));
      if (use === 'icon' && picture.width !== picture.height)
        throw new PictureFault(fault({}, 'picture_not_square', {}));
      return picture;
    } catch (error) {
      if (!(error instanceof PictureFault)) throw error;
      faults.push({ ...error.fault, pointer: `/${use}` });
      return null;
    }
  };
  const pictures = { logo: read('logo'), logoDark: read('logoDark'), icon: read('icon') };
  refuseFields(faults);
  return pictures;
}

const hashOf = ({ address }: Picture) => address.replace(/^.*\/|\.\w+$/g, '');

/** The record for the audit log: pictures by their type and hash. */
function appearanceRecord({ version: _, accent, accentDark, ...pictures }: Appearance) {
  const named = pictureUses.map((use) => {
    const picture = pictures[use];
    return [use, picture && `${picture.width} × ${picture.height}, ${hashOf(picture)}`];
  });
  return { accent, accentDark, ...Object.fromEntries(named) };
}

/** The appearance of the public pages, such as the sign-in page. */
export interface PublicAppearance {
  /** Undefined if the database does not answer: an error page needs no logo. */
  readonly appearance: () => Promise<ShownAppearance | undefined>;
  /** @throws Refusal `not_found` */
  readonly picture: (hash: string) => Promise<StoredPicture>;
}

export const publicAppearance = (database: Database): PublicAppearance => ({
  appearance: () => findShownAppearance(poolOf(database)).catch(() => undefined),
  picture: async (hash) => (await findPicture(poolOf(database), hash)) ?? refuse('not_found', 'picture_unknown', {}),
});
