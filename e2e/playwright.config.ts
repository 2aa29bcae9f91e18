import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';
import { wholeLooks } from './looks.ts';
import { timed } from './timed.ts';

/**
 * Features of Chromium that are off: those that Playwright turns off, whose list a second one replaces, and the pages that stand
 * behind the address bar of every new window, which was half of what a new window costs.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'PaintHolding',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

const launchOptions = {
  executablePath: findChromium() ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures.join()}`,
  ],
};

/** What needs an LDAP directory runs by `npm run long`; unit tests ask one as well. */
const needsDirectory = ['directory.spec.ts', 'directory-sync.spec.ts'];

export default defineConfig({
  testDir: '.',
  projects: [
    // What waits for states keeps both cores busy. What compares durations wants no such neighbour.
    {
      name: 'looks',
      testMatch: '*.spec.ts',
      testIgnore: wholeLooks ? timed : [...timed, ...needsDirectory],
      ...(wholeLooks ? {} : { grepInvert: /@whole/ }),
    },
    { name: 'timed', testMatch: timed },
  ],
  workers: 1,
  // Each step of a story has its limit: what is awaited, an action, a page. The sum has none, but for a story that hangs outside of them.
  timeout: 1_200_000,
  expect: { timeout: 20_000 },
  // A shared machine can be slow for a moment. `npm test` prints the name of whatever needed its second try.
  retries: 1,
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    launchOptions,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    actionTimeout: 20_000,
    navigationTimeout: 60_000,
    // Writing down what every page did took an eighth of the time: of a failure there is the last picture, and of the second
    // try all that was done and fetched. `--trace=retain-on-failure` keeps the first as well.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
