/** The colours and fonts of this package's elements, for light and dark. */
export const TOKENS = `
--raised:light-dark(oklch(1 0 0),oklch(.25 .011 268));--surface:light-dark(oklch(1 0 0),oklch(.208 .009 268));--sunken:light-dark(oklch(.978 .003 268),oklch(.215 .009 268));
--hover:light-dark(oklch(.962 .005 268),oklch(.29 .011 268));--pressed:light-dark(oklch(.935 .007 268),oklch(.32 .012 268));
--track:light-dark(oklch(.945 .006 268),oklch(.165 .009 268));--thumb:light-dark(oklch(1 0 0),oklch(.305 .012 268));
--hairline:light-dark(oklch(.938 .004 268),oklch(.31 .01 268));--line:light-dark(oklch(.895 .006 268),oklch(.33 .012 268));--field:light-dark(oklch(.635 .012 268),oklch(.565 .014 268));
--text:light-dark(oklch(.215 .014 268),oklch(.945 .004 268));--text-2:light-dark(oklch(.42 .014 268),oklch(.775 .01 268));--text-3:light-dark(oklch(.515 .014 268),oklch(.69 .012 268));
--accent:light-dark(oklch(.455 .175 268),oklch(.785 .105 268));--fill:light-dark(oklch(.455 .175 268),oklch(.545 .165 268));--fill-2:light-dark(oklch(.4 .17 268),oklch(.5 .165 268));--accent-line:light-dark(oklch(.8 .075 268),oklch(.43 .095 268));
--yes:light-dark(oklch(.445 .112 154),oklch(.8 .135 154));--no:light-dark(oklch(.495 .182 26),oklch(.775 .125 24));--no-soft:light-dark(oklch(.968 .016 26),oklch(.282 .048 24));--no-line:light-dark(oklch(.855 .07 26),oklch(.45 .095 24));
--focus:light-dark(oklch(.52 .2 268),oklch(.74 .14 268));--shade-1:light-dark(oklch(.3 .03 268/.08),oklch(0 0 0/.4));--shade-2:light-dark(oklch(.3 .03 268/.22),oklch(0 0 0/.6));
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue","Liberation Sans",Arial,sans-serif;--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace;
`;
