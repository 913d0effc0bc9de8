declare const contexts: { context: string; ranks: string[][] }[];
export = contexts;
