declare const ranks: readonly (readonly string[])[];
export = ranks;
