import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { ErrorState } from './states.tsx';

/** A part of the console that loads when it is first needed. Once loaded, it renders without a fallback. */
export interface LatePart<Part> {
  readonly loaded: () => Part | undefined;
  /** Loads the part once. Tries again after a failure. */
  readonly load: () => Promise<Part>;
  readonly subscribe: (listener: () => void) => () => void;
}

export function latePart<Part>(fetchPart: () => Promise<Part>): LatePart<Part> {
  const listeners = new Set<() => void>();
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  const keep = (fetched: Part) => {
    part = fetched;
    for (const listener of listeners) listener();
    return fetched;
  };
  return {
    loaded: () => part,
    load: () => {
      loading ??= fetchPart().then(keep, (error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a part once it is loaded, and loads it while it is wanted. */
export function useLatePart<Part>(
  { loaded, load, subscribe }: LatePart<Part>,
  wanted: boolean,
  onFailure: () => void,
): Part | undefined {
  const part = useSyncExternalStore(subscribe, loaded);
  const fail = useEffectEvent(onFailure);
  const missing = wanted && part === undefined;
  useEffect(() => {
    if (!missing) return;
    let over = false;
    load().catch(() => !over && fail());
    return () => {
      over = true;
    };
  }, [missing, load]);
  return part;
}

/** A component that loads when it is first needed. It renders `whileLoading` until then, and an error if it cannot load. */
export interface LateComponent<Props> {
  (props: Props & { readonly whileLoading?: ReactNode }): ReactNode;
  /** Loads the code before the component is needed. */
  readonly preload: () => Promise<unknown>;
}

const notReached = { code: 'unavailable' };

/**
 * Replaces `lazy` and `Suspense`. React shows the content of a `Suspense` at the earliest 300 ms after its fallback
 * (`FALLBACK_THROTTLE_MS`), even if the code has loaded within a few milliseconds.
 */
export function lateComponent<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LateComponent<Props> {
  const part = latePart(fetchPart);
  const Late = ({ whileLoading, ...props }: Props & { readonly whileLoading?: ReactNode }): ReactNode => {
    const [failed, setFailed] = useState(false);
    const Loaded = useLatePart(part, !failed, () => setFailed(true));
    // Show the error in place of the part, not of the page. A retry can succeed, for example after a deployment.
    if (failed) return createElement(ErrorState, { error: notReached, small: true, onRetry: () => setFailed(false) });
    return Loaded ? createElement(Loaded, props as unknown as Props) : whileLoading;
  };
  return Object.assign(Late, { preload: part.load });
}
