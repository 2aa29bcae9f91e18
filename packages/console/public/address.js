// The server adds this script to a page whose request did not name the public address. Users cannot sign in at another
// address. A proxy may have replaced the host, so only the browser knows which address the user opened.
try {
  const { issuer } = document.currentScript.dataset;
  const { origin, hostname, pathname, search, hash } = location;
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
  // Without a configured public address the server calls itself localhost, which is another machine for remote
  // browsers.
  const isElsewhere = loopback.test(new URL(issuer).hostname) && !loopback.test(hostname);
  const sinceLed = Date.now() - Number(sessionStorage.getItem('licet.led'));
  // If the public address redirected here within the last ten seconds, the page stays, so that the two do not redirect
  // to each other for ever.
  if (origin !== issuer && !isElsewhere && Math.abs(sinceLed) > 10_000) {
    sessionStorage.setItem('licet.led', String(Date.now()));
    document.documentElement.hidden = true;
    location.replace(issuer + pathname + search + hash);
  }
} catch {
  // Without storage the page stays, and says that this is not the public address.
}
