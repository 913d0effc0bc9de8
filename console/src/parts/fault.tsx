import { Refusal } from '~/api/faults';

/** What the service said, in its own words, with what its log is searched by. */
export function FaultNotice({ error }: { error: unknown }) {
  const { message } = error as Error;
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <div className="notice bad" role="alert">
      <p>{message}</p>
      {refusal && (
        <p className="soft small">
          {refusal.code && <code>{refusal.code}</code>} {refusal.status}
          {refusal.requestId && (
            <>
              {' · request '}
              <code>{refusal.requestId}</code>
            </>
          )}
        </p>
      )}
    </div>
  );
}
