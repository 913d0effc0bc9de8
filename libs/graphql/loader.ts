import DataLoader from 'dataloader';
import { requireContext } from '#libs/context/request-context';

/** One question for all nodes of a level, within one request. */
export function loaded<V>(
  name: string,
  key: string,
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): Promise<V | undefined> {
  const { loaders } = requireContext();
  const loader =
    (loaders.get(name) as DataLoader<string, V | undefined> | undefined) ??
    new DataLoader<string, V | undefined>(async (keys) => {
      const found = await load(keys);
      return keys.map((each) => found.get(each));
    });
  loaders.set(name, loader);
  return loader.load(key);
}
