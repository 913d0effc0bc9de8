import { loadEnvironment } from './env';

describe('the address by which browsers come', () => {
  const addressIn = (source: NodeJS.ProcessEnv): string => loadEnvironment(source, false).publicUrl;

  it('is that of this machine where none is told', () => {
    expect(addressIn({ PORT: '8080' })).toBe('http://localhost:8080');
  });

  it.each([
    ['https://billing.example.com/', 'https://billing.example.com'],
    ['https://example.com/billing/', 'https://example.com/billing'],
    ['HTTP://Example.com:8080', 'http://example.com:8080'],
  ])('%s is taken, without the slash at its end', (told, taken) => {
    expect(addressIn({ PUBLIC_URL: told })).toBe(taken);
  });

  it.each([
    ...['https://example.com?a=1', 'https://example.com/#top', 'https://user:word@example.com'],
    ...['ftp://example.com', 'example.com', 'https://'],
  ])('%s is refused', (told) => {
    expect(() => addressIn({ PUBLIC_URL: told })).toThrow(/PUBLIC_URL must be an address/);
  });
});
