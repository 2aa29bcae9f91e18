import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { wholeLooks } from './looks.ts';
import { timed } from './timed.ts';

/**
 * Features of Chromium to disable. The list contains Playwright's own list, because this argument replaces Playwright's argument. It also
 * contains the preloaded pages of the address bar, which took half of the time of a new window.
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

/**
 * These files need an LDAP directory, so only `npm run long` runs them. In `npm test`, only unit tests use a directory.
 */
const needsDirectory = ['directory.spec.ts', 'directory-sync.spec.ts'];

export default defineConfig({
  testDir: '.',
  projects: [
    // Tests that wait for states use both cores. Tests that compare durations run separately, so that other tests do not slow them.
    {
      name: 'looks',
      testMatch: '*.spec.ts',
      testIgnore: wholeLooks ? timed : [...timed, ...needsDirectory],
      ...(wholeLooks ? {} : { grepInvert: /@whole/ }),
    },
    { name: 'timed', testMatch: timed },
  ],
  workers: 1,
  // Each step of a test (expectation, action, navigation) has its own limit. This limit only ends a test that hangs between steps.
  timeout: 1_200_000,
  expect: { timeout: 60_000 },
  // A shared machine can be temporarily slow. `npm test` prints the names of tests that needed a second try.
  retries: 1,
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    launchOptions,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Traces of every page took an eighth of the time. So a failed first try keeps only its last picture, and the
    // second try keeps its whole trace. `--trace=retain-on-failure` keeps the trace of the first try as well.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
