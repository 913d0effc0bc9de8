import { addressedBy } from './addressed-service';
import { Advice } from './terminal';

const own = { port: '3000', dataDirectory: '/nowhere' };

describe('the service that a command speaks to', () => {
  it('is the one that is named, without slashes at its end', () => {
    expect(addressedBy({ url: 'https://api.example//', key: 'k' }, own)).toEqual({
      address: 'https://api.example',
      key: 'k',
    });
  });

  it('is the one that was started here where none is named', () => {
    expect(addressedBy({ key: 'k' }, own)).toEqual({ address: 'http://127.0.0.1:3000', key: 'k' });
  });

  it.each(['api.example', 'ftp://api.example', 'https://', ''])(
    'is asked for again where %j is no address',
    (url) => {
      const named = () => addressedBy({ url, key: 'k' }, own);
      expect(named).toThrow(Advice);
      expect(named).toThrow(/must be an address starting with http:\/\/ or https:\/\//);
    },
  );

  it('needs a key where it is not the one that was started here', () => {
    expect(() => addressedBy({ url: 'https://api.example' }, own)).toThrow(
      /^No key for https:\/\/api.example: /,
    );
    expect(() => addressedBy({}, own)).toThrow(/^No key for /);
  });
});
