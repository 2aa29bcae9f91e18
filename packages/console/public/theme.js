// Runs before the first paint. It is a separate file because the page allows no inline scripts.
try {
  const theme = localStorage.getItem('licet.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be blocked; the device's preference then decides.
}
