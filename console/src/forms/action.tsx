import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useMayDo } from '~/api/access';
import { Window } from '~/parts/window';
import type { OperationFormProps } from './operation-form';

const OperationForm = lazy(() =>
  import('./operation-form').then((module) => ({ default: module.OperationForm })),
);

interface ActionProps extends Omit<OperationFormProps, 'onDone' | 'submit'> {
  label: string;
  /** Name of the window. */
  title?: string;
  kind?: 'primary' | 'small' | 'plain small';
  isWide?: boolean;
  submit?: string;
  /** Asked once it is done; without it the window closes. */
  onDone?: (answer: unknown) => ReactNode | void;
}

/** A button that opens the form of an operation in a window. Who may not do it is not offered it. */
export function Action({ label, title = label, kind, isWide = false, onDone, ...form }: ActionProps) {
  const [isOpen, setOpen] = useState(false);
  const [told, setTold] = useState<ReactNode>();
  const may = useMayDo(form.operation);
  if (!may) return null;
  const open = () => {
    setTold(undefined);
    setOpen(true);
  };
  const done = (answer: unknown) => {
    const next = onDone?.(answer);
    if (next) setTold(next);
    else setOpen(false);
  };
  const className = [kind, form.isDanger ? 'danger' : ''].filter(Boolean).join(' ');
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {label}
      </button>
      <Window title={title} isOpen={isOpen} onClose={() => setOpen(false)} isWide={isWide}>
        {told ?? (
          <Suspense fallback={<p className="soft">Loading …</p>}>
            <OperationForm {...form} submit={form.submit ?? title.replace(/ …$/, '')} onDone={done} />
          </Suspense>
        )}
      </Window>
    </>
  );
}
