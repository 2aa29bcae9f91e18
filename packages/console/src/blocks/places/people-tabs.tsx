import { Tab } from '../../ui/links.tsx';
import { type PlaceHead, placeHead, useIsOffered } from './place-head.tsx';
import { words } from './words.ts';

/** The heading and the tabs of the lists of users and groups. */
export function usePeoplePlace(): PlaceHead {
  const isOffered = useIsOffered();
  return placeHead('people', [
    isOffered('users') && (
      <Tab to="/users" activeOptions={{ includeSearch: false }}>
        {words.users}
      </Tab>
    ),
    isOffered('groups') && (
      <Tab to="/groups" activeOptions={{ includeSearch: false }}>
        {words.groups}
      </Tab>
    ),
  ]);
}
