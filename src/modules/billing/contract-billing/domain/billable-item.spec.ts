import { BillableItem, meteredBy } from './billable-item';

// Domain: contracts-billing

const feature = (id: string, displayName: string, isMetered = true) => {
  return { uid: `${id}-uid`, id, displayName, isMetered };
};

describe('I6: the metered item of a line', () => {
  it.each([
    ['its id', 'calls', 'calls'],
    ['its displayName', 'Messages', 'mails'],
    ['an id that is the displayName of another', 'texts', 'texts'],
    ['a displayName of two', 'Twice', undefined],
    ['a displayName of two, of which one is metered', 'Half', 'half'],
    ['a feature that is not metered', 'sso', undefined],
    ['nothing', 'nobody', undefined],
  ])('named by %s', (_how, name, id) => {
    const features = [
      ...[feature('calls', 'API calls'), feature('mails', 'Messages'), feature('other', 'texts')],
      ...[feature('texts', 'Texts'), feature('one', 'Twice'), feature('two', 'Twice')],
      ...[feature('half', 'Half'), feature('dull', 'Half', false), feature('sso', 'sso', false)],
    ];
    const called = features.filter((each) => each.id === name || each.displayName === name);
    expect(meteredBy(name, called)?.id).toBe(id);
  });

  it('an item begins without a feature', () => {
    expect(BillableItem.named('Support', new Date(0))).toMatchObject({ name: 'Support', featureUid: null });
  });

  it('and stands for the one by which it was first sold', () => {
    const item = BillableItem.named('calls', new Date(0));
    item.meter({ uid: 'calls-uid' });
    expect(item.featureUid).toBe('calls-uid');
  });
});
