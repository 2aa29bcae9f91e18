// The server adds this to a page whose request did not name the public address. Nobody can sign in at another address, but a proxy
// may have replaced the name, so the browser decides.
try {
  const { issuer } = document.currentScript.dataset;
  const { origin, pathname, search, hash } = location;
  const sinceLed = Date.now() - Number(sessionStorage.getItem('licet.led'));
  // If the public address leads back here within ten seconds, the page stays, so that the two do not lead to each other for ever.
  if (origin !== issuer && Math.abs(sinceLed) > 10_000) {
    sessionStorage.setItem('licet.led', String(Date.now()));
    document.documentElement.hidden = true;
    location.replace(issuer + pathname + search + hash);
  }
} catch {
  // Without storage the page stays, and says that this is not the public address.
}
