import { refusals } from './refusals';

/** Status 400: shapes, ids and concurrency of any request, keys and members. Spec: Errors. Rules: docs/domain/catalog.md, access-and-events.md. */
export const requestCodes = refusals(400, {
  BadUserInput:
    'The request breaks the documented shape or a rule; compare the body with /docs and send it again',
  EnvironmentMismatch:
    'The environment named in the request is not the one of the credential; use a key of that environment',
  EntityIsArchivedError:
    'The object is archived and takes no change and no new reference; unarchive it or name another one',
  IntegrityViolation:
    'Stored data that depends on the old state forbids this change; remove what refers to it first',
  EntityIdDifferentFromRefIdError:
    'The id in the body differs from the id in the path; send one of them only',
  MissingEntityIdError: 'Neither the path nor the body names an id; send the id of the object',
  UnsupportedParameter: 'A parameter does not fit this combination or release; leave it out',
  InvalidArgumentError:
    'An argument contradicts another one or the stored settings; check dates and referenced plans',
  InvalidMetadataError:
    'metadata takes at most 50 string values, keys up to 40 and values up to 500 characters; flatten or shorten it',
  AmountTooLarge: 'An amount is beyond what can be stored or billed; send a smaller one',
  ObjectAlreadyBeingUsedByAnotherRequestError:
    'Another request changed or holds this object; read it again, then repeat the request',
  AuthCustomerMismatch:
    'The customer token was signed for another customer; use the token of the customer in the request',
  AuthCustomerReadonly: 'A customer token can only read; send this write from your server with a server key',
  ApiKeyExpired: 'The API key has expired and cannot be rotated or changed; create a new key',
  ApiKeyHasExpiry:
    'The old secret of this key is still running out; wait for its end or change its grace, then rotate',
  MemberInvitationError:
    'This address cannot be invited: it is a member already, your own, or of a blocked domain; use another one',
  InvalidMemberDelete: 'The last owner and oneself cannot be removed; name another owner first or ask one',
  RequiredSsoAuthenticationError: 'This account signs in through SSO only; sign in there and use that token',
  InvalidServiceSignatureError:
    'The signature of the internal call is wrong; check the shared signing secret',
  InvalidReceivedSignatureError:
    "The signature of the provider's webhook is wrong; check the signing secret and send the raw body",
  WorkflowTriggerNotFound: 'No workflow trigger has this id; list the triggers and use one of them',
});
