/** Resource and access; write implies read. Domain: access-and-events S1 */
export type Permission = `${string}:read` | `${string}:write`;
