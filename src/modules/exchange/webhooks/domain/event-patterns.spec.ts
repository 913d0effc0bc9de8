import { eventPatterns, readsOf } from './event-patterns';

// Domain: access-and-events

describe('W1: what a webhook hears', () => {
  it('is types, all of a noun, or everything; each once', () => {
    expect(eventPatterns(['invoice.paid', 'customer.*', 'invoice.paid', '*'])).toEqual([
      ...['invoice.paid', 'customer.*', '*'],
    ]);
  });

  it('names types that there are', () => {
    for (const wrong of [
      'invoice',
      'invoice.',
      'invoice.burnt',
      'nothing.*',
      '**',
      '*.paid',
      '.*',
      'webhook.test',
    ])
      expect(() => eventPatterns(['invoice.paid', wrong])).toThrow(`eventTypes names ${wrong}`);
  });

  it('S1: needs the right to read what it is about', () => {
    expect(readsOf(['invoice.paid', 'trial.*', 'subscription.created'])).toEqual([
      ...['invoices:read', 'subscriptions:read'],
    ]);
    expect(readsOf(['*'])).toContain('integrations:read');
    expect(readsOf(['*']).some((permission) => permission.startsWith('undefined'))).toBe(false);
  });
});
