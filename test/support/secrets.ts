// What tests start the service with. Apart from the application, which would take seconds to load for who starts a process of it.

// No sample words in it, or the environment refuses it; the same in every run, so that logs can be searched for it.
export const testPepper = 'qT7vK2mXw9LzR4bNd8Hs';
export const testSealingKey = 'Zc5uB1nYp6EjX3gWf0Ka';
