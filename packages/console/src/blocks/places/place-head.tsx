import type { ScreenName } from '@licet/contract';
import { Children, type ReactNode } from 'react';
import { useMay } from '../../session/may.ts';
import { isOffered, type PlaceName } from '../../shell/navigation.ts';
import { words } from '../../shell/words.ts';
import { Tabs } from '../../ui/tabs.tsx';

/** The heading and the row of tabs that the screens of a navigation entry share, as properties of `Page`. */
export interface PlaceHead {
  heading?: ReactNode;
  tabs?: ReactNode;
}

/** Returns whether the viewer is offered a screen, and therefore its tab. */
export function useIsOffered(): (screen: ScreenName) => boolean {
  const may = useMay();
  return (screen) => isOffered(screen, may);
}

/**
 * Returns the heading and the tabs of a navigation entry. Returns neither if the viewer is offered none of its screens.
 * Such a viewer can still follow a link to a screen, which then shows its own title.
 */
export function placeHead(place: PlaceName, tabs: readonly ReactNode[]): PlaceHead {
  const shown = Children.toArray(tabs);
  const title = words.places[place];
  return shown.length === 0 ? {} : { heading: <h1>{title}</h1>, tabs: <Tabs label={title}>{shown}</Tabs> };
}
