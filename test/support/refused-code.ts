/** The code of what an act throws; undefined where it throws nothing. */
export const codeOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return undefined;
};
