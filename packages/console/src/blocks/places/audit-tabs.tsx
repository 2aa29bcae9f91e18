import { useQuery } from '@tanstack/react-query';
import { Tab } from '../../ui/links.tsx';
import { roleOffersQuery } from '../roles.ts';
import { type PlaceHead, placeHead, useIsOffered } from './place-head.tsx';
import { words } from './words.ts';

const anySearch = { includeSearch: false } as const;
const exact = { exact: true, includeSearch: true } as const;

/**
 * The heading and the tabs of the screens about what happened.
 * @param log the log that is open, on the screen that has several
 */
export function useAuditPlace(log?: 'changes' | 'sign-ins'): PlaceHead {
  const isOffered = useIsOffered();
  const mayTake = (useQuery(roleOffersQuery).data?.items.length ?? 0) > 0;
  return placeHead('audit', [
    isOffered('audit') && (
      <Tab to="/audit" search={{}} activeOptions={exact} {...current(log === 'changes')}>
        {words.changes}
      </Tab>
    ),
    isOffered('audit') && (
      <Tab to="/audit" search={{ tab: 'sign-ins' }} activeOptions={exact} {...current(log === 'sign-ins')}>
        {words.signIns}
      </Tab>
    ),
    isOffered('changes') && (
      <Tab to="/changes" activeOptions={anySearch}>
        {words.changeSets}
      </Tab>
    ),
    (isOffered('emergencies') || (isOffered('changes') && mayTake)) && (
      <Tab to="/emergencies" activeOptions={anySearch}>
        {words.emergencies}
      </Tab>
    ),
  ]);
}

/** Marks a tab as current. The address may contain filters, so the router cannot match it. */
const current = (is: boolean) => (is ? ({ 'aria-current': 'page' } as const) : {});
