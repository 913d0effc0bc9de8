// A busy machine is slow, not broken: no test ends for having taken long before it hangs for certain.
jest.setTimeout(60_000);
