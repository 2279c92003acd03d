/** Says whether a call is none of an operation, so that it has no page and no documented failures. @param {{operation?: string}} call */
export const isOutside = (call) => call.operation === 'unknown-path' || call.operation === 'wsdl';
