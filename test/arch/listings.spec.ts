import { isListing, type UseCaseFacts } from '#libs/use-cases/use-case';
import { everyUseCase } from '../support/use-case-facts';

// ADR-0128: what may be read from a replica.

const namesOf = (facts: readonly UseCaseFacts[]): string[] => facts.map(({ operation }) => operation).sort();
const listings = everyUseCase.filter(isListing);

describe('lists and reports', () => {
  it('are what is called a list, and few others', () => {
    expect(listings.length).toBeGreaterThan(50);
    const others = listings.filter(({ operation }) => !operation.startsWith('list'));
    expect(namesOf(others)).toEqual([
      'getAttention',
      'getCreditRevenue',
      'getCreditUsage',
      'getFigures',
      'getUsageFigures',
      'getUsageHistory',
      'search',
    ]);
    const without = everyUseCase.filter((facts) => facts.operation.startsWith('list') && !isListing(facts));
    // Entitlements are decided by, and answered from memory; models are written in the code.
    expect(namesOf(without)).toEqual(['listCustomerEntitlements', 'listDataExportModels']);
  });

  it('never write', () => {
    expect(listings.filter(({ needs, commits }) => !needs.endsWith(':read') || commits)).toEqual([]);
  });
});
