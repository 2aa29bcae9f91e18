/** The tabs of the settings, in order; each is a feature of its own, put in its place by `app/settings.tsx`. */
export const settingsTabs = [
  'organisation',
  'appearance',
  'policy',
  'connections',
  'separations',
  'mail',
  'outbox',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export const isSettingsTab = (name: string): name is SettingsTab => settingsTabs.some((tab) => tab === name);
