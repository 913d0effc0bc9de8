import { lineChanges } from './line-changes';
import { LineItem } from './line-item';
import type { SharedTerms } from './line-state';
import { lineTermsOf } from './line-request';

// Domain: contracts-billing

const shared: SharedTerms = {
  ...{ activationStartDate: null, activationEndDate: null, netTerms: null },
  ...{ legalEntity: null, paymentAccount: null },
};
const lineOf = (name: string): LineItem => {
  const terms = lineTermsOf({ name }, 'line');
  return LineItem.of('contract-uid', terms, { billableItemUid: null, featureUid: null }, shared, new Date(0));
};

describe('I3: what is stored of the lines of a contract', () => {
  const [seats, platform, support] = [lineOf('seats'), lineOf('platform'), lineOf('support')];
  const always = () => true;

  it('is nothing of those that are the same', () => {
    const nothing = { removed: [], changed: [], added: [] };
    expect(lineChanges([seats, platform], [seats, platform], always)).toEqual(nothing);
  });

  it('is what came, what went and what is another state', () => {
    const cheaper = platform.withRows([{ price: 1 }]);
    expect(lineChanges([seats, platform], [cheaper, support], always)).toEqual({
      ...{ removed: [seats], changed: [cheaper], added: [support] },
    });
  });

  it('catalog C10: is nothing of a line that was said again as it is stored', () => {
    const again = platform.withRows([{ price: 1 }]);
    const nothing = { removed: [], changed: [], added: [] };
    expect(lineChanges([platform], [again], () => false)).toEqual(nothing);
  });

  it('is the last state of one that came and changed at once', () => {
    const added = support.onTerms({ netTerms: 30 });
    expect(lineChanges([seats], [seats, added], always)).toEqual({
      removed: [],
      changed: [],
      added: [added],
    });
  });
});
