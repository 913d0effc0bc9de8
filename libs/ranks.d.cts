declare const sections: { folder: string; ranks: string[][] }[];
export = sections;
