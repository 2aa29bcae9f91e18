import { daysLater } from '@licet/contract';
import { Tab } from '../../ui/links.tsx';
import { type PlaceHead, placeHead, useIsOffered } from './place-head.tsx';
import { words } from './words.ts';

const anySearch = { includeSearch: false } as const;

/**
 * The heading and the tabs of the screens about access. Switching between Check and Compare keeps the chosen
 * application, user and permission.
 */
export function useAccessPlace(): PlaceHead {
  const isOffered = useIsOffered();
  return placeHead('access', [
    isOffered('explain') && (
      <Tab
        to="/explain"
        activeOptions={{ includeSearch: true }}
        search={({ application, permission, user, at }) => ({ ask: 'may', application, permission, user, at })}
      >
        {words.check}
      </Tab>
    ),
    isOffered('explain') && (
      <Tab
        to="/explain"
        activeOptions={{ includeSearch: true }}
        search={({ application, permission, user, at }) => ({ ask: 'who', application, permission, user, at })}
      >
        {words.who}
      </Tab>
    ),
    isOffered('differences') && (
      <Tab
        to="/differences"
        activeOptions={anySearch}
        search={({ application, permission, user }) => ({
          application,
          permission,
          user,
          ...((user ?? application) && { from: monthAgo() }),
        })}
      >
        {words.compare}
      </Tab>
    ),
    isOffered('reviews') && (
      <Tab to="/reviews" activeOptions={anySearch}>
        {words.reviews}
      </Tab>
    ),
    isOffered('separations') && (
      <Tab to="/separations" activeOptions={anySearch}>
        {words.separation}
      </Tab>
    ),
    isOffered('ending') && (
      <Tab to="/ending" activeOptions={anySearch}>
        {words.ending}
      </Tab>
    ),
  ]);
}

const monthAgo = () => daysLater(new Date(), -30).toISOString();
