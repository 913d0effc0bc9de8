declare module 'virtual:operations' {
  export const contract: import('./api/contract').Contract;
}
