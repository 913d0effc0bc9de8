import { useId, type ReactNode } from 'react';
import { get, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { tellName } from '~/parts/amounts';
import { Suggestions } from './suggestions';
import { referredBy, type Referred } from './references';
import type { Field, Shape } from './shape';
import { begun, groupBegun, type Value } from './values';

/** Which objects a field names where its own name does not say it, by the last name of its path. */
export type Hints = Readonly<Record<string, Referred>>;

interface Placed {
  path: string;
  label: string;
  hints: Hints;
  isRequired?: boolean;
  description?: string | undefined;
}

/** The fields of a group, each by what it takes. */
export const Fields = ({
  of,
  path = '',
  hints = {},
}: {
  of: readonly Field[];
  path?: string;
  hints?: Hints;
}) => (
  <>
    {of.map(({ name, shape, isRequired, description }) => (
      <Input
        key={name}
        shape={shape}
        {...{ path: path === '' ? name : `${path}.${name}`, label: tellName(name) }}
        {...{ isRequired, description, hints }}
      />
    ))}
  </>
);

export function Input({ shape, ...placed }: Placed & { shape: Shape }) {
  switch (shape.kind) {
    case 'object':
      return <Group {...placed} shape={shape} />;
    case 'variants':
      return <Variants {...placed} shape={shape} />;
    case 'list':
      return <List {...placed} shape={shape} />;
    case 'map':
      return <Pairs {...placed} />;
    case 'choices':
      return <Choices {...placed} options={shape.options} />;
    default:
      return <Labelled {...placed} shape={shape} />;
  }
}

/** What the form found, or the service said of this very field. */
function useFault(path: string): string | undefined {
  const { formState } = useFormContext();
  const fault: unknown = get(formState.errors, path);
  const message = (fault as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : undefined;
}

function Hint({ id, text, fault }: { id: string; text: string | undefined; fault: string | undefined }) {
  return (
    <span id={id} className="small">
      {fault && <span style={{ color: 'var(--bad)' }}>{fault} </span>}
      {text && <span className="soft">{text}</span>}
    </span>
  );
}

type Simple = Extract<Shape, { kind: 'text' | 'number' | 'flag' | 'instant' | 'choice' | 'texts' | 'json' }>;

function Labelled({
  path,
  label,
  isRequired = false,
  description,
  shape,
  hints,
}: Placed & { shape: Simple }) {
  const id = useId();
  const hintId = useId();
  const fault = useFault(path);
  const { register } = useFormContext();
  const common = {
    ...{ id, 'aria-describedby': hintId, 'aria-invalid': fault !== undefined },
    ...register(path, isRequired ? { required: `${label} is needed.` } : {}),
  };
  const told = [description, limitsOf(shape)].filter(Boolean).join(' ');
  return (
    <div className="stack tight">
      <label htmlFor={id}>
        {label}
        {shape.kind === 'instant' && ' (UTC)'}
        {isRequired && <span className="soft"> · needed</span>}
      </label>
      <Control
        shape={shape}
        common={common}
        name={path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''}
        hints={hints}
      />
      <Hint id={hintId} text={told} fault={fault} />
    </div>
  );
}

function limitsOf({ kind, schema }: Simple): string {
  if (kind === 'texts') return 'One on each line.';
  if (kind === 'json') return 'As JSON.';
  const { minimum, maximum } = schema;
  const isTold = kind === 'number' && Math.abs(maximum ?? 0) < 1e12;
  if (!isTold) return '';
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}.`;
  return minimum === undefined ? '' : `${minimum} or more.`;
}

function Control({
  shape,
  common,
  name,
  hints,
}: {
  shape: Simple;
  common: object & { id: string; name: string };
  name: string;
  hints: Hints;
}): ReactNode {
  switch (shape.kind) {
    case 'choice':
      return (
        <select {...common}>
          <option value="">–</option>
          {shape.options.map((each) => (
            <option key={each} value={each}>
              {tellName(each)}
            </option>
          ))}
        </select>
      );
    case 'flag':
      return (
        <select {...common}>
          <option value="">–</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      );
    case 'texts':
    case 'json':
      return <textarea {...common} spellCheck={false} />;
    case 'instant':
      return <input {...common} type="datetime-local" step="any" />;
    case 'number':
      return <input {...common} type="text" inputMode="decimal" autoComplete="off" />;
    default: {
      const referred = hints[name] ?? referredBy(name);
      return referred ? (
        <Reference common={common} of={referred} />
      ) : (
        <input {...common} type="text" autoComplete="off" />
      );
    }
  }
}

/** An id of an object that is there, or will be. */
function Reference({ common, of }: { common: object & { id: string; name: string }; of: Referred }) {
  const typed: unknown = useWatch({ name: common.name });
  const list = `${common.id}-known`;
  return (
    <>
      <input {...common} type="text" autoComplete="off" list={list} />
      <Suggestions id={list} of={of} typed={String(typed ?? '')} />
    </>
  );
}

/** A group that may be left out. */
function Group({
  path,
  label,
  isRequired,
  hints,
  shape,
}: Placed & { shape: Extract<Shape, { kind: 'object' }> }) {
  return (
    <Optional {...{ path, label, isRequired }} first={() => groupBegun(shape.fields)}>
      <Fields of={shape.fields} path={path} hints={hints} />
    </Optional>
  );
}

function Optional({
  path,
  label,
  isRequired = false,
  first,
  children,
}: {
  path: string;
  label: string;
  isRequired?: boolean | undefined;
  first: () => Value;
  children: ReactNode;
}) {
  const { setValue } = useFormContext();
  const value: unknown = useWatch({ name: path });
  if (value === null || value === undefined)
    return (
      <div>
        <button
          type="button"
          className="small"
          onClick={() => setValue(path, first(), { shouldDirty: true })}
        >
          + {label}
        </button>
      </div>
    );
  return (
    <fieldset className="stack">
      <legend>{label}</legend>
      {children}
      {!isRequired && (
        <div>
          <button type="button" className="small" onClick={() => setValue(path, null, { shouldDirty: true })}>
            Without {label.toLowerCase()}
          </button>
        </div>
      )}
    </fieldset>
  );
}

function Variants({
  path,
  label,
  isRequired,
  hints,
  shape,
}: Placed & { shape: Extract<Shape, { kind: 'variants' }> }) {
  return (
    <Optional {...{ path, label, isRequired }} first={() => begun(shape)}>
      <Variant {...{ path, hints, shape }} />
    </Optional>
  );
}

export function Variant({
  path,
  hints,
  shape,
}: {
  path: string;
  hints: Hints;
  shape: Extract<Shape, { kind: 'variants' }>;
}) {
  const id = useId();
  const { setValue } = useFormContext();
  const prefix = path === '' ? '' : `${path}.`;
  const chosen = String(useWatch({ name: prefix + shape.by }) ?? '');
  const choose = (variant: string) => {
    const fields = groupBegun(shape.variants[variant] ?? []);
    if (path !== '') return setValue(path, { [shape.by]: variant, ...fields }, { shouldDirty: true });
    setValue(shape.by, variant, { shouldDirty: true });
    for (const [name, value] of Object.entries(fields)) setValue(name, value);
  };
  const own = chosen.toLowerCase() === 'credit' ? { ...hints, id: 'currency' as const } : hints;
  return (
    <>
      <div className="stack tight">
        <label htmlFor={id}>{tellName(shape.by)}</label>
        <select id={id} value={chosen} onChange={(event) => choose(event.target.value)}>
          {Object.keys(shape.variants).map((each) => (
            <option key={each} value={each}>
              {tellName(each)}
            </option>
          ))}
        </select>
      </div>
      <Fields key={chosen} of={shape.variants[chosen] ?? []} path={path} hints={own} />
    </>
  );
}

const singular = (label: string): string => label.replace(/ies$/, 'y').replace(/s$/, '').toLowerCase();

function List({
  path,
  label,
  description,
  hints,
  shape,
}: Placed & { shape: Extract<Shape, { kind: 'list' }> }) {
  const { fields, append, remove, move } = useFieldArray({ name: path });
  const fault = useFault(path);
  const hintId = useId();
  const one = singular(label);
  return (
    <fieldset className="stack" aria-describedby={hintId}>
      <legend>{label}</legend>
      <Hint id={hintId} text={description} fault={fault} />
      {fields.map((field, at) => (
        <fieldset key={field.id} className="stack">
          <legend>
            {tellName(one)} {at + 1}
          </legend>
          <Item shape={shape.item} path={`${path}.${at}`} label={`${one} ${at + 1}`} hints={hints} />
          <div className="row">
            <button type="button" className="small" onClick={() => remove(at)}>
              Remove {one} {at + 1}
            </button>
            {at > 0 && (
              <button type="button" className="small" onClick={() => move(at, at - 1)}>
                {tellName(one)} {at + 1} up
              </button>
            )}
          </div>
        </fieldset>
      ))}
      <div>
        <button type="button" className="small" onClick={() => append(begun(shape.item))}>
          + Add {one}
        </button>
      </div>
    </fieldset>
  );
}

function Item({ shape, path, label, hints }: { shape: Shape } & Placed) {
  if (shape.kind === 'object') return <Fields of={shape.fields} path={path} hints={hints} />;
  if (shape.kind === 'variants') return <Variant {...{ path, hints, shape }} />;
  return <Input shape={shape} {...{ path, label, hints }} isRequired />;
}

function Pairs({ path, label, description }: Placed) {
  const { fields, append, remove } = useFieldArray({ name: path });
  const { register } = useFormContext();
  return (
    <fieldset className="stack">
      <legend>{label}</legend>
      {description && <span className="soft small">{description}</span>}
      {fields.map((field, at) => (
        <div key={field.id} className="row">
          <input
            style={{ flex: 1 }}
            aria-label={`${label}: name ${at + 1}`}
            {...register(`${path}.${at}.name`)}
          />
          <input
            style={{ flex: 2 }}
            aria-label={`${label}: value ${at + 1}`}
            {...register(`${path}.${at}.value`)}
          />
          <button
            type="button"
            className="small"
            aria-label={`Remove ${label} ${at + 1}`}
            onClick={() => remove(at)}
          >
            ✕
          </button>
        </div>
      ))}
      <div>
        <button type="button" className="small" onClick={() => append({ name: '', value: '' })}>
          + Add
        </button>
      </div>
    </fieldset>
  );
}

function Choices({ path, label, description, options }: Placed & { options: string[] }) {
  const { register } = useFormContext();
  return (
    <fieldset className="stack tight">
      <legend>{label}</legend>
      {description && <span className="soft small">{description}</span>}
      {options.map((each) => (
        <label key={each} className="row">
          <input type="checkbox" value={each} {...register(path)} /> {tellName(each)}
        </label>
      ))}
    </fieldset>
  );
}
