import type { FoundGuard } from './find-guards.ts';

/** The position of a guard in the viewport, in CSS pixels. */
export interface Box {
  /** The guard's key, with its index among guards with the same key. */
  readonly id: string;
  readonly guard: FoundGuard;
  /** The number of earlier guards with exactly the same position. */
  readonly above: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the positions of the visible guards. Omits a hook whose content covers most of the page. */
export const boxesOf = (guards: readonly FoundGuard[]): Box[] => {
  const { clientWidth, clientHeight } = document.documentElement;
  const boxes: Box[] = [];
  const counts = new Map<string, number>();
  for (const guard of guards) {
    const rect = union(guard.nodes);
    if (!rect || rect.bottom < 0 || rect.right < 0 || rect.top > clientHeight || rect.left > clientWidth) continue;
    const { left, top, width, height } = rect;
    if (guard.what.startsWith('use') && width * height > clientWidth * clientHeight * 0.6) continue;
    const count = (counts.get(guard.key) ?? 0) + 1;
    counts.set(guard.key, count);
    const above = boxes.filter((box) => box.left === left && box.top === top).length;
    boxes.push({ id: `${guard.key} ${count}`, guard, above, left, top, width, height });
    if (boxes.length === MOST) break;
  }
  return boxes;
};

/** Returns the element to scroll to, or undefined if the guard shows nothing. */
export const elementOf = ({ nodes }: FoundGuard): Element | undefined => {
  const node = nodes.find((each) => rectOf(each));
  return node instanceof Element ? node : (node?.parentElement ?? undefined);
};

// The maximum number of outlines. With more labels, users cannot tell them apart.
const MOST = 200;

const union = (nodes: readonly Node[]): DOMRect | undefined => {
  const rects = nodes.map(rectOf).filter((rect) => rect !== undefined);
  if (rects.length === 0) return undefined;
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
};

const rectOf = (node: Node): DOMRect | undefined => {
  // React's tree may still contain a node that has left the page.
  if (!node.isConnected) return undefined;
  // Use a range, because it also measures text nodes, and the content of elements without a box.
  const range = document.createRange();
  range.selectNode(node);
  const rect = range.getBoundingClientRect?.();
  return rect && (rect.width > 0 || rect.height > 0) ? rect : undefined;
};
