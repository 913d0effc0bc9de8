import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signedHeaders } from './webhook-secret';

// Domain: access-and-events

const body = '{"type":"customer.created","é":"✓"}';
const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
const judge = (by: string, headers: Record<string, string>, text = body): unknown =>
  new Webhook(by).verify(text, headers);

describe('W4: the secret of a webhook', () => {
  it('W-14: is 256 bits as Standard Webhooks writes them', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(other).not.toBe(secret);
  });

  it('W-09: signs what the library of receivers verifies, and nothing else', () => {
    const headers = signedHeaders([secret], 'msg', new Date(), body);
    expect(judge(secret, headers)).toEqual(JSON.parse(body));
    expect(() => judge(other, headers)).toThrow();
    expect(() => judge(secret, headers, body.replace('customer', 'invoice'))).toThrow();
    expect(() => judge(secret, { ...headers, 'webhook-id': 'other' })).toThrow();
    expect(() => judge(secret, { ...headers, 'webhook-timestamp': String(Date.now()) })).toThrow();
  });

  it('W-10: two secrets give two signatures, and either verifies', () => {
    const headers = signedHeaders([secret, other], 'msg', new Date(), body);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const by of [secret, other]) expect(judge(by, headers)).toEqual(JSON.parse(body));
  });
});
