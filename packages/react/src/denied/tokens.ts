/**
 * The colours and fonts of this package's elements, for light and dark. The page sets the `--licet-*` properties. A
 * colour without a property follows from others. README.md lists the properties (`theme.test.ts`).
 */
export const TOKENS = `
--raised:var(--licet-background,light-dark(oklch(1 0 0),oklch(.25 .011 268)));
--surface:var(--licet-field-background,light-dark(oklch(1 0 0),oklch(.208 .009 268)));
--sunken:var(--licet-sunken,light-dark(oklch(.978 .003 268),oklch(.215 .009 268)));
--track:var(--licet-sunken,light-dark(oklch(.945 .006 268),oklch(.165 .009 268)));
--thumb:var(--licet-background,light-dark(oklch(1 0 0),oklch(.305 .012 268)));
--text:var(--licet-text,light-dark(oklch(.215 .014 268),oklch(.945 .004 268)));
--text-2:var(--licet-text-muted,light-dark(oklch(.42 .014 268),oklch(.775 .01 268)));
--text-3:var(--licet-text-faint,light-dark(oklch(.515 .014 268),oklch(.69 .012 268)));
--line:var(--licet-border,light-dark(oklch(.895 .006 268),oklch(.33 .012 268)));
--hairline:color-mix(in oklab,var(--line) 70%,var(--raised));
--field:var(--licet-field-border,light-dark(oklch(.635 .012 268),oklch(.565 .014 268)));
--hover:color-mix(in oklab,var(--text) 5%,var(--raised));--pressed:color-mix(in oklab,var(--text) 9%,var(--raised));
--accent:var(--licet-accent,light-dark(oklch(.455 .175 268),oklch(.785 .105 268)));
--fill:var(--licet-primary,light-dark(oklch(.455 .175 268),oklch(.545 .165 268)));
--on-fill:var(--licet-on-primary,oklch(1 0 0));
--fill-2:color-mix(in oklab,var(--fill) 88%,black);
--accent-line:color-mix(in oklab,var(--accent) 40%,var(--raised));
--focus:var(--licet-focus,light-dark(oklch(.52 .2 268),oklch(.74 .14 268)));
--yes:var(--licet-permitted,light-dark(oklch(.445 .112 154),oklch(.8 .135 154)));
--no:var(--licet-refused,light-dark(oklch(.495 .182 26),oklch(.775 .125 24)));
--no-soft:color-mix(in oklab,var(--no) 6%,var(--raised));--no-line:color-mix(in oklab,var(--no) 35%,var(--raised));
--shade-1:var(--licet-shadow,light-dark(oklch(.3 .03 268/.08),oklch(0 0 0/.4)));
--shade-2:var(--licet-shadow,light-dark(oklch(.3 .03 268/.22),oklch(0 0 0/.6)));
--round:var(--licet-radius,10px);--round-2:var(--licet-field-radius,6px);
--mono:var(--licet-font-code,ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace);
font-family:var(--licet-font,-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,system-ui,sans-serif);font-size:var(--licet-font-size,14px);
`;
