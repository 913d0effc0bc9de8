import { flatMapInTurns, mapInTurns } from '#libs/kernel/turns';
import type {
  CatalogAction,
  CatalogObject,
  CatalogParts,
  FieldChange,
  ObjectChange,
  PartName,
} from './catalog-object';
import { differences } from './differences';
import type { CurrentCatalog } from './current-catalog';
import type { PartForm } from './part-form';
import { partForms } from './part-forms';

/** The document with each object in normal form, in the order in which it was sent. */
export async function normalParts(sent: CatalogParts): Promise<CatalogParts> {
  const parts: Partial<Record<PartName, CatalogObject[]>> = {};
  for (const { part, normal } of partForms) {
    const objects = sent[part];
    if (objects) parts[part] = await mapInTurns(objects, normal);
  }
  return parts;
}

/**
 * What must change so that the catalog is as the document says, kind by kind and by id.
 * @param document in normal form
 * @param isComplete what a part does not name is archived
 */
export async function compare(
  document: CatalogParts,
  catalog: CurrentCatalog,
  isComplete: boolean,
): Promise<ObjectChange[]> {
  const found: ObjectChange[][] = [];
  for (const form of partForms) {
    const wanted = document[form.part];
    if (!wanted) continue;
    const changes = await flatMapInTurns(wanted, (after, index) =>
      changeOf(form, catalog, after, `document.${form.part}[${index}]`),
    );
    found.push([...changes, ...(isComplete ? retired(form, wanted, catalog) : [])].sort(byId));
  }
  return found.flat();
}

const byId = (a: ObjectChange, b: ObjectChange): number => (a.id < b.id ? -1 : 1);

function changeOf(form: PartForm, catalog: CurrentCatalog, after: CatalogObject, at: string): ObjectChange[] {
  const { part, kind, canReturn } = form;
  const { objects, archived } = catalog.of(part);
  const subject = { part, kind, id: after.id, at, after };
  const returning = canReturn ? archived.get(after.id) : undefined;
  const before = objects.get(after.id) ?? returning;
  if (!before) {
    return [{ ...subject, action: 'CREATE', before: null, fields: [{ path: '', before: null, after }] }];
  }
  const fields = fewest(after, before, catalog.toldOf(part).get(after.id));
  if (before === returning) return [{ ...subject, action: 'UNARCHIVE', before, fields }];
  if (fields.length === 0) return [];
  const isPublished = form.makesVersion(fields) && !isDraft(after);
  const action: CatalogAction = isPublished ? 'PUBLISH' : 'UPDATE';
  return [{ ...subject, action, before, fields }];
}

/** What is gone may stand in a document that was written before, and is in none that was told since: nobody changes it by either. */
function fewest(after: CatalogObject, whole: CatalogObject, told = whole): FieldChange[] {
  const ofWhole = differences(whole, after);
  if (told === whole || ofWhole.length === 0) return ofWhole;
  const ofTold = differences(told, after);
  return ofTold.length < ofWhole.length ? ofTold : ofWhole;
}

export const isDraft = (object: CatalogObject | null): boolean =>
  (object as { status?: string } | null)?.status === 'DRAFT';

function retired(
  { part, kind }: PartForm,
  wanted: readonly CatalogObject[],
  catalog: CurrentCatalog,
): ObjectChange[] {
  const kept = new Set(wanted.map(({ id }) => id));
  const { objects } = catalog.of(part);
  return [...catalog.toldOf(part).keys()].flatMap((id): ObjectChange[] => {
    const before = objects.get(id);
    if (!before || kept.has(id)) return [];
    const fields = [{ path: '', before, after: null }];
    return [
      {
        part,
        kind,
        id: before.id,
        at: `${part}: ${before.id}`,
        action: 'ARCHIVE',
        before,
        after: null,
        fields,
      },
    ];
  });
}
