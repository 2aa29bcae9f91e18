import { sheetOf } from '../denied/sheet.ts';
import { TOKENS } from '../denied/tokens.ts';

const DEVTOOLS = `
:host{all:initial!important;font-family:inherit!important;display:block!important;position:fixed!important;inset:0!important;pointer-events:none!important;z-index:2147483646!important;background:none!important;overflow:visible!important;color-scheme:var(--licet-color-scheme,light dark)!important}
:host([data-theme=light]){color-scheme:light!important}
:host([data-theme=dark]){color-scheme:dark!important}
*,::before,::after{box-sizing:border-box}button,input,textarea{font-family:inherit}
.all{${TOKENS}
font-weight:400;font-size:13px;line-height:1.5;color:var(--text);text-align:start;overflow-wrap:anywhere}
.mark{position:fixed;border:2px solid var(--no);border-radius:4px;outline:1px solid var(--raised);pointer-events:none}
.mark[data-may]{border:1px solid var(--yes)}
.mark.hook{border-style:dotted}
.mark.chosen{box-shadow:0 0 0 4px var(--focus)}
.chip{position:fixed;display:inline-flex;align-items:center;gap:4px;max-width:260px;height:24px;margin:0;padding:0 7px 0 5px;border:1px solid var(--no-line);border-radius:4px;background:var(--raised);color:var(--no);font-weight:500;font-size:11px;line-height:1;white-space:nowrap;cursor:pointer;pointer-events:auto;box-shadow:0 1px 3px var(--shade-2)}
.chip[data-may]{border-color:var(--line);color:var(--yes)}
.chip .name{overflow:hidden;text-overflow:ellipsis;font-family:var(--mono);color:var(--text);line-height:1.4}
.chip:hover,.chip.chosen{background:var(--hover);z-index:1}
.icon{flex:none;display:block;width:14px;height:14px;fill:currentColor}
.no{color:var(--no)}.yes{color:var(--yes)}.wait{color:var(--text-2)}
button:focus-visible,input:focus-visible,a:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
.launch{position:fixed;inset-inline-end:16px;bottom:16px;display:inline-flex;align-items:center;gap:7px;height:40px;padding:0 14px;border:1px solid var(--line);border-radius:20px;background:var(--raised);color:var(--text);font-weight:500;font-size:13px;line-height:1;cursor:pointer;pointer-events:auto;box-shadow:0 4px 16px var(--shade-2)}
.launch svg,.head>svg{flex:none;width:15px;height:15px;color:var(--accent)}
.dock{position:fixed;inset-inline-end:16px;bottom:16px;width:400px;max-height:min(600px,64vh);display:flex;flex-direction:column;border:1px solid var(--line);border-radius:var(--round);background:var(--raised);pointer-events:auto;outline:0;box-shadow:0 8px 16px var(--shade-1),0 32px 80px var(--shade-2);z-index:2}
.dock[data-side=start]{inset-inline:16px auto}
.head{display:flex;align-items:center;gap:8px;padding:10px 8px 10px 16px;border-bottom:1px solid var(--hairline)}
h2{margin:0;font-weight:600;font-size:13px;line-height:1.4}h3{margin:0;font-weight:600;font-size:14px;line-height:1.4}h4{margin:0 0 2px;font-weight:500;font-size:12px;line-height:1.4;color:var(--text-3)}
.spring{flex:1;min-width:0}
.btn{flex:none;display:inline-flex;align-items:center;justify-content:center;gap:6px;min-width:32px;height:32px;margin:0;padding:0 10px;border:1px solid var(--line);border-radius:var(--round-2);background:var(--raised);color:var(--text);font-weight:500;font-size:12px;line-height:1;cursor:pointer}
.btn.quiet{border-color:transparent;padding:0 8px;color:var(--text-2)}.btn:hover{background:var(--hover);color:var(--text)}
.btn svg{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.500}
.facts{display:grid;grid-template-columns:auto 1fr auto auto;gap:3px 12px;margin:0;padding:12px 16px;border-bottom:1px solid var(--hairline)}
dt{color:var(--text-3)}dd{margin:0;min-width:0;font-variant-numeric:tabular-nums}dd.wide{grid-column:span 3}dd .icon,.verdict .icon{display:inline-block;margin-top:0;vertical-align:-2px;margin-inline-end:5px}
.find{display:grid;gap:6px;padding:12px 16px;border-bottom:1px solid var(--hairline)}
input{width:100%;height:32px;margin:0;padding:0 10px;border:1px solid var(--field);border-radius:var(--round-2);background:var(--surface);color:var(--text);font-weight:400;font-size:13px;line-height:1}
.note{margin:0;font-size:12px;line-height:1.4;color:var(--text-3)}.note b{font-weight:500;color:var(--text-2)}
.scroll{flex:1;min-height:0;overflow:auto;overscroll-behavior:contain}
ul,ol{margin:0;padding:0;list-style:none}
.list{padding:4px 8px}
.line{display:flex;align-items:center;gap:9px;width:100%;min-height:44px;margin:0;padding:4px 8px;border:0;border-radius:var(--round-2);background:none;color:var(--text);font-weight:400;font-size:13px;line-height:1.35;text-align:start;cursor:pointer}
.line:hover{background:var(--hover)}.line:focus-visible{outline-offset:-2px}
.line .what{flex:1;min-width:0}.line small{display:block;font-size:12px;color:var(--text-3)}
.line .count{flex:none;color:var(--text-3);font-variant-numeric:tabular-nums}
.word{flex:none;width:72px;font-weight:500;white-space:nowrap}
p,h2,h3,h4,dt,dd,small,.word,.count{unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}
code{unicode-bidi:isolate;font:12px/1.4 var(--mono);color:var(--text)}
.report{display:grid;gap:12px;padding:14px 16px}.report+.report{border-top:1px solid var(--hairline)}
p{margin:0;color:var(--text-2)}
.verdict{font-weight:500}.verdict+p{margin-top:2px}
.path{display:flex;flex-wrap:wrap;align-items:center;gap:4px;margin:4px 0}
.path li{display:inline-flex;align-items:center;gap:4px}
.path li+li::before{content:"\\2192";color:var(--text-3)}
.path span{padding:1px 7px;border:1px solid var(--line);border-radius:4px;background:var(--sunken);font-size:12px}
.path small{font-size:11px;color:var(--text-3);margin-inline-end:4px}
.error{color:var(--no)}
a{color:var(--accent);text-decoration:underline;text-decoration-color:var(--accent-line);text-underline-offset:3px}
.row{display:flex;align-items:center;gap:10px;flex-wrap:wrap}
@media(max-width:720px){
.dock,.dock[data-side=start]{inset:auto 0 0 0;width:auto;max-height:52vh;border-width:1px 0 0;border-radius:14px 14px 0 0;padding-bottom:env(safe-area-inset-bottom)}
.dock .side{display:none}input{height:40px;font-size:16px}.btn{min-width:44px;height:44px}
}
@media(prefers-contrast:more){.all{--text-2:var(--text);--text-3:var(--text);--hairline:var(--field);--line:var(--field)}}
@media(forced-colors:active){.icon{forced-color-adjust:none}.mark{border-color:Highlight}}
`;

let sheet: CSSStyleSheet | undefined;

export const devtoolsSheet = (): CSSStyleSheet | undefined => {
  sheet ??= sheetOf(DEVTOOLS);
  return sheet;
};
