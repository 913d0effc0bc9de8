import { useState, type ReactNode } from 'react';
import { FormProvider, useForm, type FieldValues } from 'react-hook-form';
import { Refusal } from '~/api/faults';
import { contract, operation } from '~/api/contract';
import { newName } from '~/api/random';
import { send, versionRead } from '~/api/sending';
import { FaultNotice } from '~/parts/fault';
import { Fields, Variant, type Hints } from './inputs';
import { Shapes, type Field, type Shape } from './shape';
import { changeSaid, groupBegun, groupSaid, valueOf, type Value } from './values';

const shapes = new Shapes(contract.schemas);

export interface OperationFormProps {
  /** operationId of the contract: its body gives the fields, with their limits and their words. */
  operation: string;
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  /** As the wire has it: what is changed, or what a new object begins with. */
  given?: Readonly<Record<string, unknown>> | undefined;
  /** What the screen says itself, whatever the form does. */
  fixed?: Readonly<Record<string, unknown>>;
  /** The fields to ask for, in this order; without it all, and those that need not be said below a fold. */
  fields?: readonly string[];
  hints?: Hints;
  submit?: string;
  isDanger?: boolean;
  /** What comes of it, shown before it is confirmed: an operation that takes some of the same fields and writes nothing. */
  preview?: { operation: string; tell: (answer: never) => ReactNode };
  onDone: (answer: unknown) => void;
  children?: ReactNode;
}

/** A form for one operation. A change says only what was changed, and the version that it was read at. */
export function OperationForm(props: OperationFormProps) {
  const { method, body } = operation(props.operation);
  const shape = body && shapes.of(body);
  if (!shape) return <Form {...props} fields={[]} shape={{ kind: 'object', schema: {}, fields: [] }} />;
  if (shape.kind !== 'object' && shape.kind !== 'variants')
    throw new Error(`${props.operation} takes no group of fields`);
  return <Form {...props} shape={shape} isChange={method === 'PATCH'} />;
}

type Group = Extract<Shape, { kind: 'object' | 'variants' }>;

const fieldsOf = (shape: Group, values: Record<string, unknown>): readonly Field[] =>
  shape.kind === 'object' ? shape.fields : (shape.variants[String(values[shape.by])] ?? []);

function firstValues(shape: Group, given: OperationFormProps['given'], isChange: boolean): FieldValues {
  if (shape.kind === 'variants' && given?.[shape.by] === undefined) {
    const [chosen = ''] = Object.keys(shape.variants);
    return { [shape.by]: chosen, ...groupBegun(shape.variants[chosen] ?? []) };
  }
  const told = given === undefined ? null : valueOf(shape, given);
  const fields = fieldsOf(shape, (told ?? {}) as Record<string, unknown>);
  if (told === null) return groupBegun(fields);
  if (isChange) return told as FieldValues;
  const begin = groupBegun(fields);
  const said = Object.entries(told as FieldValues).filter(([name]) => given?.[name] !== undefined);
  return { ...begin, ...Object.fromEntries(said) };
}

function Form({
  shape,
  isChange = false,
  ...props
}: OperationFormProps & { shape: Group; isChange?: boolean }) {
  const [before] = useState(() => firstValues(shape, props.given, isChange));
  const form = useForm({ defaultValues: before, shouldFocusError: true });
  const [fault, setFault] = useState<unknown>();
  // Whoever presses again after a fault, or a loss of the answer, does not do it twice.
  const [idempotencyKey] = useState(newName);
  const [ifMatch] = useState(() => (isChange ? versionRead(props.operation, props.path) : undefined));
  const [previewed, setPreviewed] = useState<{ said: string; answer: unknown }>();
  const isSending = form.formState.isSubmitting;

  const submit = form.handleSubmit(async (values) => {
    setFault(undefined);
    try {
      const fields = fieldsOf(shape, values).filter(({ name }) => !(name in (props.fixed ?? {})));
      const typed = values as Record<string, Value>;
      const said = isChange ? changeSaid(fields, before, typed) : groupSaid(fields, typed);
      const chosen = shape.kind === 'variants' ? { [shape.by]: values[shape.by] as string } : {};
      const body = { ...chosen, ...said, ...props.fixed };
      const { path, query, preview } = props;
      const told = JSON.stringify(body);
      if (preview && previewed?.said !== told) {
        const answer = await send(preview.operation, { path, query, body: partOf(body, preview.operation) });
        return setPreviewed({ said: told, answer });
      }
      props.onDone(await send(props.operation, { path, query, body, idempotencyKey, ifMatch }));
    } catch (error) {
      setFault(error);
      const named = error instanceof Refusal ? fieldNamedIn(error.message, values) : undefined;
      if (named) form.setError(named, { message: (error as Refusal).message }, { shouldFocus: true });
    }
  });

  const name = props.submit ?? operation(props.operation).summary.replace(/\.$/, '');
  const label = props.preview && !previewed ? 'Preview' : name;

  return (
    <FormProvider {...form}>
      <form
        className="stack"
        onSubmit={(event) => {
          // What the service said of a field is old once it is asked again.
          form.clearErrors();
          void submit(event);
        }}
        noValidate
      >
        {props.children}
        <Body shape={shape} {...props} />
        {fault !== undefined && <FaultNotice error={fault} />}
        {props.preview && previewed && (
          <div key={previewed.said} ref={showIt}>
            {props.preview.tell(previewed.answer as never)}
          </div>
        )}
        <div className="row">
          <button type="submit" className={props.isDanger ? 'danger' : 'primary'} disabled={isSending}>
            {isSending ? 'Sending …' : label}
          </button>
          {props.preview && previewed && (
            <span className="soft">What is changed above is previewed anew.</span>
          )}
        </div>
      </form>
    </FormProvider>
  );
}

/** Below a long form it would not be seen. */
const showIt = (told: HTMLElement | null): void => told?.scrollIntoView({ block: 'start' });

function Body({ shape, fields: chosen, fixed = {}, hints = {} }: OperationFormProps & { shape: Group }) {
  if (shape.kind === 'variants') return <Variant path="" hints={hints} shape={shape} />;
  const open = shape.fields.filter(({ name }) => !(name in fixed));
  if (chosen) {
    const named = chosen.flatMap((name) => open.filter((field) => field.name === name));
    return <Fields of={named} hints={hints} />;
  }
  const needed = open.filter(({ isRequired }) => isRequired);
  const others = open.filter(({ isRequired }) => !isRequired);
  if (needed.length === 0 || others.length <= 2) return <Fields of={open} hints={hints} />;
  return (
    <>
      <Fields of={needed} hints={hints} />
      <details>
        <summary>More fields ({others.length})</summary>
        <div className="stack" style={{ paddingTop: 12 }}>
          <Fields of={others} hints={hints} />
        </div>
      </details>
    </>
  );
}

/** What another operation takes too. */
function partOf(body: Record<string, unknown>, id: string): Record<string, unknown> {
  const { body: schema } = operation(id);
  const shape = schema && shapes.of(schema);
  const names = new Set(shape?.kind === 'object' ? shape.fields.map(({ name }) => name) : []);
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}

/** Messages of the service name their field: `entitlements[0].usageLimit must be …`. */
function fieldNamedIn(message: string, values: FieldValues): string | undefined {
  const [path = ''] = message.split(/[ :,]/);
  const [top = '', ...rest] = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return top in values ? [top, ...rest].join('.') : undefined;
}
