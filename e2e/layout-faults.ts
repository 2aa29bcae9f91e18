// Functions that run in the page, so each of them is self-contained. Each returns one line for each fault in the layout.

/**
 * Finds content that is cut off: an element that scrolls sideways, a clipped text without a tooltip that shows the whole text, or a
 * clipped control. Tabs, the kinds of the Inbox, code and the matrix scroll sideways by design.
 */
export function cutOff(): string[] {
  const main = document.querySelector('#main') ?? document.body;
  const named = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
  const bare = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').trim();
  const byDesign = '.tabs, .kind-chips, pre, .cell-grid, .visually-hidden';

  const root = document.documentElement;
  const wide = [document.scrollingElement ?? root, main]
    .filter((it) => it.scrollWidth > it.clientWidth + 1)
    .map((it) => `${named(it)} is wider than its place by ${it.scrollWidth - it.clientWidth} px`);

  const sideways = [...main.querySelectorAll('*')]
    .filter((it) => /auto|scroll/.test(getComputedStyle(it).overflowX) && it.scrollWidth > it.clientWidth + 1)
    .filter((it) => it.clientWidth > 0 && !it.closest(byDesign))
    .map((it) => `${named(it)} scrolls sideways by ${it.scrollWidth - it.clientWidth} px`);

  /** Returns the nearest element that clips a box, or undefined. */
  const cutter = ({ left, right, bottom }: DOMRect, from: Element | null): Element | undefined => {
    for (let at = from, [x, y] = [true, true]; at && main.contains(at) && (x || y); at = at.parentElement) {
      const { overflowX, overflowY, display, clipPath } = getComputedStyle(at);
      // On a phone, the header of a table is visible only to screen readers.
      if (clipPath !== 'none') return;
      if (display === 'inline') continue;
      const box = at.getBoundingClientRect();
      if (x && /hidden|clip/.test(overflowX) && (right > box.right + 1 || left < box.left - 1)) return at;
      if (y && /hidden|clip/.test(overflowY) && bottom > box.bottom + 3) return at;
      x &&= overflowX === 'visible';
      y &&= overflowY === 'visible';
    }
  };
  const saysWhole = (text: Text): boolean => {
    text.parentElement?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const titled = text.parentElement?.closest('[title]');
    return bare(titled?.getAttribute('title') ?? '').includes(bare(text.data));
  };

  const found = new Set<string>();
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const parent = text.parentElement;
    if (text.data.trim().length < 2 || !parent || parent.closest(byDesign) || !parent.checkVisibility()) continue;
    range.selectNodeContents(text);
    const by = cutter(range.getBoundingClientRect(), parent);
    if (by && !saysWhole(text)) found.add(`${named(by)} cuts off “${text.data.slice(0, 30)}”`);
  }
  for (const control of main.querySelectorAll('button, a[href], input, select, textarea')) {
    const box = control.getBoundingClientRect();
    if (box.width < 2 || control.closest(byDesign) || !control.checkVisibility() || control.closest('label')) continue;
    // The text of a link may be cut off, and is checked above.
    const style = getComputedStyle(control);
    const by = style.display === 'inline' ? undefined : cutter(box, control.parentElement);
    if (by) found.add(`${named(by)} cuts off ${named(control)} “${control.textContent?.slice(0, 30)}”`);
  }
  return [...wide, ...sideways, ...found];
}

/** Finds lines of text that overlap each other, and texts that stand out of a frame or a coloured box. */
export function overlaps(): string[] {
  const main = document.querySelector('#main') ?? document.body;
  const page = document.documentElement.clientWidth;
  const named = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
  const isOpaque = (colour: string) => !/^(transparent|rgba\(.*, 0\))$/.test(colour);
  interface Line {
    readonly text: Text;
    readonly owner: Element;
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }

  /** The part of a line that its scrolling and clipping ancestors leave visible. */
  const visible = (text: Text, owner: Element, { left, right, top, bottom }: DOMRect): Line | undefined => {
    const line = { text, owner, left: Math.max(left, 0), right: Math.min(right, page), top, bottom };
    for (let at: Element | null = owner; at && at !== main; at = at.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(at);
      if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue;
      const box = at.getBoundingClientRect();
      if (overflowX !== 'visible')
        [line.left, line.right] = [Math.max(line.left, box.left), Math.min(line.right, box.right)];
      if (overflowY !== 'visible')
        [line.top, line.bottom] = [Math.max(line.top, box.top), Math.min(line.bottom, box.bottom)];
    }
    return line.right - line.left > 2 && line.bottom - line.top > 2 ? line : undefined;
  };

  const found = new Set<string>();
  const lines: Line[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const owner = text.parentElement;
    if (text.data.trim() === '' || !owner?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    if (owner.closest('.visually-hidden, pre, .cell-grid, svg, option, [popover]:not(:popover-open)')) continue;
    if (getComputedStyle(owner).clipPath !== 'none' || owner.closest('thead')) continue;
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const line = visible(text, owner, rect);
      if (line) lines.push(line);
    }
    // Find a text that extends beyond its frame.
    const whole = range.getBoundingClientRect();
    for (let at: Element | null = owner; at && at !== main; at = at.parentElement) {
      const { display, overflowX, backgroundColor, borderLeftWidth, position } = getComputedStyle(at);
      if (overflowX !== 'visible' || position === 'absolute' || display.startsWith('table')) break;
      if (display === 'inline' || !(isOpaque(backgroundColor) || borderLeftWidth !== '0px')) continue;
      const box = at.getBoundingClientRect();
      if (whole.right > box.right + 2 || whole.left < box.left - 2)
        found.add(`“${text.data.slice(0, 30)}” stands out of ${named(at)}`);
      break;
    }
  }

  /** Whether an element that contains one line but not the other has its own background and covers the page. */
  const covers = (line: Line, other: Line): boolean => {
    for (let at: Element | null = line.owner; at && !at.contains(other.owner); at = at.parentElement) {
      const { position, backgroundColor } = getComputedStyle(at);
      if (/absolute|fixed|sticky/.test(position) && isOpaque(backgroundColor)) return true;
    }
    return false;
  };
  lines.sort((one, other) => one.top - other.top);
  lines.forEach((line, place) => {
    for (const other of lines.slice(place + 1)) {
      if (other.top > line.bottom - 4) break;
      const wide = Math.min(line.right, other.right) - Math.max(line.left, other.left);
      const high = Math.min(line.bottom, other.bottom) - other.top;
      if (line.text === other.text || wide < 3 || high < 4 || covers(line, other) || covers(other, line)) continue;
      found.add(
        `“${line.text.data.slice(0, 30)}” and “${other.text.data.slice(0, 30)}” overlap by ${Math.round(wide)} px`,
      );
    }
  });
  return [...found];
}

/**
 * Finds boxes that are not mirrored if the page is written from right to left. Compares the place of each box in both directions, so it
 * also finds places that a script or a style attribute sets.
 */
export function unmirrored(): string[] {
  const main = document.querySelector('.shell') ?? document.body;
  const root = document.documentElement;
  const named = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
  const byDesign = '[dir]:not(html), code, .chart-picture, svg, canvas, pre, .tabs, bdi, .visually-hidden, [popover]';
  /** Boxes in a line of text follow the words around them. */
  const isInText = (it: Element | null): boolean =>
    it !== null && it !== main && (getComputedStyle(it).display.startsWith('inline') || isInText(it.parentElement));
  const boxes = [...main.querySelectorAll('*')].filter(
    (it) => !it.closest(byDesign) && it.checkVisibility() && !isInText(it),
  );
  const places = () => boxes.map((it) => it.getBoundingClientRect());
  const before = places();
  const direction = root.dir;
  root.dir = direction === 'rtl' ? 'ltr' : 'rtl';
  const after = places();
  root.dir = direction;
  const wide = root.clientWidth;
  const moved = new Set<Element>();
  return boxes.flatMap((box, place) => {
    const [one, other] = [before[place], after[place]];
    if (!one || !other || one.width <= 1 || moved.has(box.parentElement ?? box)) {
      if (moved.has(box.parentElement ?? box)) moved.add(box);
      return [];
    }
    // Text of another direction may break its lines elsewhere.
    const isMirrored = Math.abs(wide - one.right - other.left) <= 2 || Math.abs(one.width - other.width) > 2;
    if (isMirrored) return [];
    moved.add(box);
    return [
      `${named(box)} “${box.textContent?.slice(0, 30)}” is at ${Math.round(other.left)} instead of ${Math.round(wide - one.right)}`,
    ];
  });
}
