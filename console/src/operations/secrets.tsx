/** A secret is shown once, here and nowhere else. */
export const tellSecret = (answer: unknown) => {
  const { secret } = answer as { secret?: string | null };
  return (
    <div className="stack">
      <p>This is shown once. Copy it now: the service cannot show it again.</p>
      <pre>
        <code>{secret ?? 'It was told before.'}</code>
      </pre>
    </div>
  );
};
