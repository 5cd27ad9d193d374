//! What schedules go by: the clock of the place, and the alarm.

/// The clock of the place the browser is in.
pub trait Zone {
    /// Its lead over UTC at a moment, in minutes; the moment in milliseconds since 1970.
    fn lead_minutes(&self, at: f64) -> i32;
}

/// What schedules go by.
pub trait Timetable: Zone {
    /// Wakes the worker at that time, in milliseconds since 1970, in place of any time said before; none: not any more.
    fn wake(&self, at: Option<f64>);
}
