import { sheetOf } from './sheet.ts';

// The application's button keeps its style and gets a dashed border and a lock. The lock is a mask in the text's
// colour.
const LOCK =
  'M2.6 6.2h8.8a1.4 1.4 0 0 1 1.4 1.4v4.4a1.4 1.4 0 0 1-1.4 1.4h-8.8a1.4 1.4 0 0 1-1.4-1.4v-4.4a1.4 1.4 0 0 1 1.4-1.4zM2.6 7.3a.3.3 0 0 0-.3.3v4.4a.3.3 0 0 0 .3.3h8.8a.3.3 0 0 0 .3-.3v-4.4a.3.3 0 0 0-.3-.3zM3.5 6.2V4.1a3.5 3.5 0 0 1 7 0v2.1h-1.1V4.1a2.4 2.4 0 0 0-4.8 0v2.1z';

const BUTTON = `
[data-licet-denied]{cursor:help!important}
[data-licet-denied]:not([data-licet-bare]){border-style:dashed!important}
[data-licet-denied][data-licet-bare]:not(:focus-visible){outline:1px dashed currentColor!important;outline-offset:-1px!important}
[data-licet-denied]::before{content:""!important;display:inline-block!important;flex:none!important;width:14px!important;height:14px!important;margin:0 7px 0 0!important;vertical-align:-2px!important;background:currentColor!important;clip-path:path(evenodd,"${LOCK}")!important}
[data-licet-denied]:dir(rtl)::before{margin:0 0 0 7px!important}
[data-licet-denied][data-licet-gap]::before{margin:0!important}
@media(forced-colors:active){[data-licet-denied]::before{background:ButtonText!important;forced-color-adjust:none!important}}
`;

let button: CSSStyleSheet | undefined;

/** Returns the style of the refused button, for the document or shadow root that contains the button. */
export const buttonSheet = (): CSSStyleSheet | undefined => {
  button ??= sheetOf(BUTTON);
  return button;
};
