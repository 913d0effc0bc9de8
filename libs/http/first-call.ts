/** Commands that work when they are pasted: after the start on the terminal, and on the front page. */

const path = '/api/v1/products';

/** Reads the server key that the first start wrote into `file`. */
const readKey = (file: string): string =>
  `node -p 'JSON.parse(require("fs").readFileSync("${file}")).serverKey'`;

export const firstCall = (url: string, key: string): string => `curl -s -H "X-API-KEY: ${key}" ${url}${path}`;

export const firstCallByFile = (url: string, file: string): string => firstCall(url, `$(${readKey(file)})`);
