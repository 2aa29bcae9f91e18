/** How the pages look that need no script: as those of the console's public pages. Its colours are those of tokens.css, which a test compares. */
export const style = `:root{color-scheme:light dark;
--ground:light-dark(oklch(0.972 0.004 268),oklch(0.172 0.009 268));
--surface:light-dark(oklch(1 0 0),oklch(0.208 0.009 268));
--raised:light-dark(oklch(1 0 0),oklch(0.25 0.011 268));
--sunken:light-dark(oklch(0.978 0.003 268),oklch(0.185 0.009 268));
--hover:light-dark(oklch(0.962 0.005 268),oklch(0.252 0.011 268));
--line:light-dark(oklch(0.895 0.006 268),oklch(0.31 0.012 268));
--field:light-dark(oklch(0.635 0.012 268),oklch(0.565 0.014 268));
--text:light-dark(oklch(0.215 0.014 268),oklch(0.945 0.004 268));
--text-2:light-dark(oklch(0.42 0.014 268),oklch(0.775 0.01 268));
--text-3:light-dark(oklch(0.515 0.014 268),oklch(0.69 0.012 268));
--accent:light-dark(oklch(0.455 0.175 268),oklch(0.785 0.105 268));
--accent-fill:light-dark(oklch(0.455 0.175 268),oklch(0.545 0.165 268));
--accent-fill-2:light-dark(oklch(0.4 0.17 268),oklch(0.5 0.165 268));
--on-accent:light-dark(oklch(1 0 0),oklch(1 0 0));
--no:light-dark(oklch(0.495 0.182 26),oklch(0.775 0.125 24));
--end:light-dark(oklch(0.475 0.105 66),oklch(0.835 0.12 82));
--end-soft:light-dark(oklch(0.97 0.036 88),oklch(0.29 0.04 80));
--end-line:light-dark(oklch(0.85 0.09 82),oklch(0.45 0.075 80));
--focus:light-dark(oklch(0.52 0.2 268),oklch(0.74 0.14 268));
}
*{box-sizing:border-box}
body{font:.8125rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue","Liberation Sans",Arial,sans-serif;margin:0;min-height:100dvh;display:grid;grid-template-rows:auto 1fr auto;background:var(--ground);color:var(--text);position:relative;overflow-x:hidden}
header{display:flex;align-items:center;gap:.5rem;min-height:2.5rem;padding:1.25rem 1.5rem;z-index:1}
.mark{width:1.25rem;height:1.25rem;color:var(--accent);flex:none}
.of{margin:0;font-weight:600;font-size:1rem;color:var(--text)}
.of img{display:block}
main{display:grid;place-items:start center;padding:max(1.25rem,38dvh - 13rem) 1.25rem 1.25rem;z-index:1}
.card{display:grid;gap:1rem;width:min(27rem,100%);padding:1.75rem;border-radius:14px;background:var(--surface);box-shadow:0 0 0 1px var(--line),0 12px 32px light-dark(oklch(0.3 0.03 268 / 0.12),oklch(0 0 0 / 0.5));overflow-wrap:anywhere}
h1{margin:0;font-size:1.5rem;line-height:1.25;letter-spacing:-.02em;font-weight:600}
p{margin:0;font-size:.875rem;color:var(--text-2)}
.code{font:600 1.5rem/1.25 ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace;letter-spacing:.12em;color:var(--text)}
.warning{padding:.75rem;border:1px solid var(--end-line);border-radius:6px;background:var(--end-soft);color:var(--text)}
.warning b{color:var(--end)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1rem;margin:0;font-size:.875rem}
dt{color:var(--text-3)}
dd{margin:0}
pre{margin:0;padding:.75rem;border-radius:6px;background:var(--sunken);border:1px solid var(--line);font:.75rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere}
label{display:grid;gap:6px;font-weight:500;color:var(--text)}
input:not([type=hidden]){width:100%;min-height:2.5rem;padding:0 .625rem;border:1px solid var(--field);border-radius:6px;background:var(--surface);color:var(--text);font:1rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;letter-spacing:.12em;text-transform:uppercase}
input[aria-invalid=true]{border-color:var(--no)}
.buttons{display:grid;gap:.5rem}
button,.buttons a{min-height:2.5rem;padding:0 .75rem;border:1px solid var(--line);border-radius:6px;background:var(--raised);color:var(--text);font-family:inherit;font-size:.8125rem;font-weight:500;cursor:pointer}
button:hover,.buttons a:hover{background:var(--hover)}
button:first-of-type,.buttons a:first-of-type{border-color:transparent;background:var(--accent-fill);color:var(--on-accent)}
button:first-of-type:hover,.buttons a:first-of-type:hover{background:var(--accent-fill-2)}
.buttons a{display:grid;place-items:center;text-decoration:none}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.plan{position:absolute;inset:0;width:100%;height:100%;color:var(--line)}
footer{padding:1.25rem 1.5rem}
@media (max-width:720px){header{padding:1rem 1.25rem}main{place-items:start center;padding-top:2rem}.card{padding:0;box-shadow:none;background:none;border-radius:0}button,.buttons a,input:not([type=hidden]){min-height:2.75rem}.plan{display:none}}
@media (prefers-contrast:more){:root{--text-2:var(--text);--text-3:var(--text);--line:var(--field)}}
`;

/** The mark: an open door as an architect draws it. */
export const mark =
  '<svg class="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true"><path d="M4 2.2V16.5H18.5" stroke-width="3.1" stroke-linejoin="miter"/><path d="M5 3.2A12.5 12.5 0 0 1 17.3 15.5" stroke-width="1.5"/></svg>';

/** The plan of an open door: walls, leaf, threshold, and the arc of its swing. */
export const plan =
  '<svg class="plan" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" fill="none" stroke="currentColor" aria-hidden="true"><g stroke-width="1.25"><path d="M0 690H430M430 690V740M0 740H430M1010 690H1440M1010 740H1440M1010 690V740"/><path d="M0 690v50M90 690v50M180 690v50M270 690v50M360 690v50M1080 690v50M1170 690v50M1260 690v50M1350 690v50" opacity=".55"/><path d="M430 110A580 580 0 0 1 1010 690"/><path d="M430 715H1010" stroke-dasharray="5 7"/></g><path d="M430 690V110" stroke-width="5"/></svg>';
