/** Where this process finds its database: given, or handed back by the embedded one. */
export abstract class DatabaseUrl {
  abstract readonly value: string;
}
