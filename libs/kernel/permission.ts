/** Resource and access; write implies read. Domain: access-and-events S-1 */
export type Permission = `${string}:read` | `${string}:write`;
