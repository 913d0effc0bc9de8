import { useCaseOf, type UseCaseFacts } from '#libs/use-cases/use-case';
import { modules } from '../../src/areas';

const services = modules
  .flatMap((each) => (Reflect.getMetadata('providers', each) as unknown[] | undefined) ?? [])
  .filter((each): each is new () => object => typeof each === 'function');

function factsOf(service: new () => object): UseCaseFacts[] {
  const found: UseCaseFacts[] = [];
  for (
    let at = service.prototype as object;
    at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object
  )
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(at))) {
      const facts = typeof value === 'function' ? useCaseOf(value as object) : undefined;
      if (facts) found.push(facts);
    }
  return found;
}

/** What is true of each operation that there is, whichever door asks for it. */
export const everyUseCase: readonly UseCaseFacts[] = services.flatMap(factsOf);
