import { describe, expect, test } from 'vitest';
import { faultsOf } from './change.ts';

const none = { redirectUris: [], postLogoutRedirectUris: [], webOrigins: [], backchannelLogoutUri: null };

describe('a redirect address', () => {
  const fault = (uri: string) => faultsOf('browser', { ...none, redirectUris: [uri] })[0];

  test.each([
    'https://app.example/callback',
    'https://app.example/callback?tenant=1',
    'https://app.example:8443/',
    'http://localhost:5173/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
  ])('may be %s', (uri) => expect(fault(uri)).toBeUndefined());

  test.each([
    'javascript:alert(1)', // attack 16
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://app.example/x',
    'myapp:/callback',
    'org.example.app:/callback', // for native clients only
    'http://app.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/',
    'https://app.example/callback#x',
    'https://app.example/*',
    'https://app.example;sandbox/callback',
    "https://app.example'self'/callback",
    'https://*.example/callback',
    'https://user@app.example/',
    'https://user:password@app.example/',
    'https://app.example@evil.example/',
    'https://app.example\\@evil.example/',
    'https:app.example/callback',
    'https:///app.example/callback',
    '//app.example/callback',
    '/callback',
    'https://APP.example/callback',
    'https://app.example:443/callback',
    'https://app.example/ callback',
    'https://app.example/\ncallback',
    'https://äpp.example/',
    ' https://app.example/',
    'http://2130706433/',
    '',
  ])('may not be %j', (uri) => expect(fault(uri)).toMatchObject({ pointer: '/redirectUris/0' }));

  test('is named by its index in the list when it is faulty', () => {
    const uris = ['https://a.example/', 'javascript:x', 'https://a.example/'];
    const faults = faultsOf('server', { ...none, redirectUris: uris, webOrigins: ['https://a.example/'] });
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/redirectUris/1', '/redirectUris/2', '/webOrigins/0']);
  });

  test('is required of clients that sign users in, and refused for a service', () => {
    expect(faultsOf('service', none)).toEqual([]);
    expect(faultsOf('browser', none)).toMatchObject([{ pointer: '/redirectUris' }]);
    expect(faultsOf('service', { ...none, redirectUris: ['https://a.example/'] })).toHaveLength(1);
  });

  test.each(['https://a.example', 'http://localhost:5173', 'https://a.example:8443'])(
    'is accepted with the web origin %s',
    (origin) => {
      expect(faultsOf('browser', { ...none, redirectUris: ['https://a.example/'], webOrigins: [origin] })).toEqual([]);
    },
  );

  test.each([
    'https://a.example/',
    'https://a.example:443',
    'null',
    '*',
    'https://*.example',
    'http://a.example',
    'javascript:x',
  ])('is refused with the web origin %s', (origin) => {
    const addresses = { ...none, redirectUris: ['https://a.example/'], webOrigins: [origin] };
    expect(faultsOf('browser', addresses)).toMatchObject([{ pointer: '/webOrigins/0' }]);
  });
});

describe('an address of an installed application', () => {
  const fault = (uri: string) => faultsOf('native', { ...none, redirectUris: [uri] })[0];

  test.each([
    'org.example.app:/callback',
    'com.example.app://callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:8000/callback',
    'http://[::1]/callback',
    'http://localhost:8000/callback',
    'https://app.example/callback',
  ])('may be %s', (uri) => expect(fault(uri)).toBeUndefined());

  test.each([
    'https://localhost/callback',
    'https://127.0.0.1:8443/callback',
    'http://app.example/callback',
    'myapp:/callback',
    'javascript:alert(1)', // attack 16
    'data:text/html,x',
    'org.example.app:/callback#x',
    'org.example.app:/*',
  ])('may not be %j', (uri) => expect(fault(uri)).toMatchObject({ pointer: '/redirectUris/0' }));

  test('is refused for a browser or server client, and the error names the kind “native”', () => {
    for (const kind of ['browser', 'server'] as const) {
      const addresses = {
        ...none,
        redirectUris: ['https://a.example/'],
        postLogoutRedirectUris: ['org.example.app:/x'],
      };
      expect(faultsOf(kind, addresses)).toMatchObject([
        { pointer: '/postLogoutRedirectUris/0', detail: expect.stringContaining('of the kind “native”') },
      ]);
    }
  });

  test('cannot be combined with web origins', () => {
    const addresses = { ...none, redirectUris: ['org.example.app:/x'], webOrigins: ['https://a.example'] };
    expect(faultsOf('native', addresses)).toMatchObject([{ pointer: '/webOrigins/0' }]);
  });
});
