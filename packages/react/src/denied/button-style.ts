import { sheetOf } from './sheet.ts';

// The application's button keeps its style and gets a dashed border and a lock. The lock is a mask in the text's
// colour.
const LOCK = 'M2 6h10v7H2zM3 7v5h8V7zM4 6V4a3 3 0 016 0v2H9V4a2 2 0 00-4 0v2z';

const BUTTON = `[data-licet-denied]{cursor:help!important;
&:not([data-licet-bare]){border-style:dashed!important}
&[data-licet-bare]:not(:focus-visible){outline:1px dashed currentColor!important;outline-offset:-1px!important}
&::before{content:""!important;display:inline-block!important;flex:none!important;width:14px!important;height:14px!important;margin:0!important;margin-inline-end:7px!important;vertical-align:-2px!important;background:currentColor!important;clip-path:path(evenodd,"${LOCK}")!important}
&[data-licet-gap]::before{margin:0!important}
@media(forced-colors:active){&::before{background:ButtonText!important;forced-color-adjust:none!important}}}`;

let button: CSSStyleSheet | undefined;

/** Returns the style of the refused button, for the document or shadow root that contains the button. */
export const buttonSheet = (): CSSStyleSheet | undefined => {
  button ??= sheetOf(BUTTON);
  return button;
};
