// Runs before the first paint, as a file of its own because the page allows no inline scripts.
try {
  const theme = localStorage.getItem('licet.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us; the device's own preference then decides.
}
