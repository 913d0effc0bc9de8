import { ExportTokens, type ExportToken } from './export-token';
import { KeyPepper } from './key-pepper';

// Domain: access-and-events

const now = new Date('2026-03-01T12:00:00Z');
const origin = 'https://app.example.com';
const claims: ExportToken = {
  environmentId: '01890000-0000-7000-8000-000000000001',
  origin,
  types: ['FILE'],
  models: ['customers'],
  expiresAt: now.getTime() + 3_600_000,
};
const [old, young] = ['Zc5uB1nYp6EjX3gWf0Ka', 'qT7vK2mXw9LzR4bNd8Hs'] as const;
const tokens = new ExportTokens(new KeyPepper([young]));

describe('W9: tokens of pages that set up destinations', () => {
  const token = tokens.make(claims);

  it('tell what they are for, to the page that they are for', () => {
    expect(tokens.open(token, origin, now)).toEqual(claims);
    expect(tokens.open(token, 'https://evil.example.com', now)).toBeUndefined();
  });

  it('end after their hour', () => {
    expect(tokens.open(token, origin, new Date(claims.expiresAt - 1))).toEqual(claims);
    expect(tokens.open(token, origin, new Date(claims.expiresAt))).toBeUndefined();
  });

  it('are believed under a pepper that is on its way out, and under no other', () => {
    expect(new ExportTokens(new KeyPepper([old, young])).open(token, origin, now)).toEqual(claims);
    expect(new ExportTokens(new KeyPepper([old])).open(token, origin, now)).toBeUndefined();
  });

  it('are nothing where a character is another', () => {
    const other = tokens.make({ ...claims, environmentId: '01890000-0000-7000-8000-000000000002' });
    const signature = token.slice(token.lastIndexOf('.'));
    const forged = other.slice(0, other.lastIndexOf('.')) + signature;
    for (const wrong of ['', '.', 'export-token.', forged, `${token}x`, token.slice(0, -1), `x${token}`])
      expect(tokens.open(wrong, origin, now)).toBeUndefined();
  });
});
