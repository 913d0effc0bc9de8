import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The yardstick of every ratio: the least that Node does to answer JSON. About the size of a customer.
const customer = {
  data: {
    id: 'customer-1',
    name: 'Customer 1',
    email: 'customer-1@example.com',
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    metadata: {},
    integrations: [],
    billingCurrency: null,
    billingId: null,
    language: null,
    timezone: null,
  },
};

const server = createServer((_request, response) => {
  const body = JSON.stringify(customer);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
