import { sheetOf } from './sheet.ts';
import { TOKENS } from './tokens.ts';

// Of the page's styles, only custom properties reach the shadow root. Sizes are in px, because the page may change
// the size of a rem.
const PANEL = `
:host{all:initial!important;font-family:inherit!important;display:block!important;color-scheme:var(--licet-color-scheme,light dark)!important}
:host([data-theme=light]){color-scheme:light!important}
:host([data-theme=dark]){color-scheme:dark!important}
:host([data-kind=popover]){position:fixed!important;inset:0 auto auto 0!important;width:0!important;height:0!important;overflow:visible!important;z-index:2147483647!important}
:host([data-kind=card]){max-width:440px!important}
*,::before,::after{box-sizing:border-box}button,input,textarea{font-family:inherit}
.panel{
${TOKENS}
position:relative;border:1px solid var(--line);border-radius:var(--round);background:var(--raised);color:var(--text);font-weight:400;line-height:1.5;text-align:start;overflow-wrap:anywhere;outline:0;cursor:auto}
:host([data-kind=popover]) .panel{position:fixed;width:min(400px,calc(100vw - 16px));box-shadow:0 8px 16px var(--shade-1),0 32px 80px var(--shade-2);animation:open .16s cubic-bezier(.2,0,0,1)}
.scroll{max-height:inherit;overflow:auto;border-radius:inherit;overscroll-behavior:contain}
:host([data-kind=popover]) .panel::before{content:"";position:absolute;left:var(--tip,36px);top:-6.5px;width:11px;height:11px;background:inherit;rotate:45deg;border:1px solid var(--line);border-width:1px 0 0 1px}
:host([data-side=above]) .panel::before{top:auto!important;bottom:-6.5px;rotate:225deg}
.part{padding:16px;margin:0}.part+.part{border-top:1px solid var(--hairline)}
.head{display:flex;gap:10px}.head>div{min-width:0}
.icon{flex:none;display:block;width:16px;height:16px;margin-top:2px;fill:currentColor}
.no{color:var(--no)}.yes{color:var(--yes)}.wait{color:var(--text-2)}
h2{margin:0;font-weight:600;font-size:1.07em;line-height:1.4;color:var(--text);text-wrap:balance}
.close{position:absolute;inset-block-start:8px;inset-inline-end:8px;display:grid;place-items:center;width:32px;height:32px;margin:0;padding:0;border:0;border-radius:var(--round-2);background:inherit;z-index:1;color:var(--text-3);cursor:pointer}.close:hover{background:var(--hover)}.close:focus-visible{outline:2px solid var(--focus)}.close svg{width:16px;height:16px;stroke:currentColor;stroke-width:1.5}
.panel:has(.close) .head:first-child{padding-inline-end:44px}
p{margin:3px 0 0;color:var(--text-2)}
h2,p,.label{unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}
code{unicode-bidi:isolate;font:.93em/1.4 var(--mono);color:var(--text)}
b{font-weight:500;color:var(--text)}
q{quotes:"\\201C" "\\201D";color:var(--text)}:lang(de) q{quotes:"\\201E" "\\201C"}
form,.stack{display:grid;gap:12px}.field{display:grid;gap:6px;margin:0;padding:0;border:0;min-width:0}
.label{display:block;margin:0;padding:0;font-weight:500;color:var(--text)}
.seg{display:flex;padding:2px;border-radius:var(--round-2);background:var(--track);box-shadow:inset 0 0 0 1px var(--hairline)}
.seg label{position:relative;flex:1;display:flex;align-items:center;justify-content:center;height:28px;border-radius:4px;color:var(--text-2);font-weight:500;white-space:nowrap;cursor:pointer}
.seg input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.seg label:has(:checked){background:var(--thumb);color:var(--text);box-shadow:0 1px 2px var(--shade-1),0 0 0 1px var(--line)}
.seg label:has(:focus-visible){outline:2px solid var(--focus);outline-offset:1px}
textarea{display:block;width:100%;min-height:72px;margin:0;padding:6px 10px;border:1px solid var(--field);border-radius:var(--round-2);background:var(--surface);color:var(--text);font-weight:400;font-size:1em;line-height:1.5;resize:vertical}
textarea::placeholder{color:var(--text-3);opacity:1}
textarea:focus-visible{outline:2px solid var(--focus);outline-offset:-1px;border-color:var(--focus)}
textarea[aria-invalid=true]{border-color:var(--no)}
.error{margin:0;color:var(--no)}
.row{display:flex;align-items:center;gap:10px}.row .note{flex:1;min-width:0}
.note{margin:0;font-size:.93em;line-height:1.4;color:var(--text-3)}
.btn{flex:none;display:inline-flex;align-items:center;justify-content:center;gap:6px;min-height:32px;margin:0;padding:0 12px;border:1px solid var(--line);border-radius:var(--round-2);background:var(--raised);color:var(--text);font-weight:500;font-size:1em;line-height:1.2;white-space:nowrap;cursor:pointer;box-shadow:0 1px 2px var(--shade-1);transition:background 90ms}
.btn:hover{background:var(--hover)}.btn:active{background:var(--pressed)}
.btn.primary{border-color:transparent;background:var(--fill);color:var(--on-fill)}.btn.primary:hover{background:var(--fill-2)}
.btn[aria-disabled=true]{cursor:progress}
.btn:focus-visible,a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.quote{padding:12px;border:1px solid var(--line);border-radius:var(--round-2);background:var(--sunken);color:var(--text-2)}
.quote.no{border-color:var(--no-line);background:var(--no-soft);color:var(--text)}
.by{display:flex;align-items:center;gap:8px;padding-block:10px;font-size:.93em;color:var(--text-3)}
.by svg{flex:none;width:13px;height:13px;color:var(--accent)}
.by a{margin-inline-start:auto;color:var(--accent);text-decoration:underline;text-decoration-color:var(--accent-line);text-underline-offset:3px}
.bar{display:block;height:12px;margin:6px 0 0;border-radius:4px;background:var(--track)}.bar.short{width:60%}.bar.tall{height:32px;margin:0}
@keyframes open{from{opacity:0;translate:0 -4px}}
@keyframes rise{from{translate:0 100%}}
@media(max-width:720px){
:host([data-kind=popover]) .panel{inset:auto 0 0 0;width:auto;max-height:min(85vh,85dvh);border-width:1px 0 0;border-radius:14px 14px 0 0;padding-bottom:env(safe-area-inset-bottom);animation-name:rise}
:host([data-kind=popover]) .panel{box-shadow:0 0 0 100vmax oklch(0 0 0/.32)}
:host([data-kind=popover]) .panel::before{display:none}
:host([data-kind=popover]) .scroll::before{content:"";display:block;width:36px;height:4px;margin:8px auto -4px;border-radius:2px;background:var(--field)}
.close{inset-block-start:14px;width:44px;height:44px}.panel:has(.close) .head:first-child{padding-inline-end:56px}
.seg label{height:40px}.btn{min-height:44px}textarea{font-size:max(16px,1em);min-height:86px}.by{padding-block:14px}
}
@media(prefers-reduced-motion:reduce){.panel{animation:none!important}.btn{transition:none}}
@media(prefers-contrast:more){.panel{--text-2:var(--text);--text-3:var(--text);--hairline:var(--field);--line:var(--field)}}
@media(forced-colors:active){.seg label:has(:checked){outline:2px solid Highlight}.icon{forced-color-adjust:none}}
`;

let panel: CSSStyleSheet | undefined;

/** Returns the style of the popover and the card, for their shadow root. */
export const panelSheet = (): CSSStyleSheet | undefined => {
  panel ??= sheetOf(PANEL);
  return panel;
};
